import { buffer } from 'node:stream/consumers'
import type { Delivery, MailAddress, Mailer, MailRefusal, MailSettled, OutgoingMail } from '../../app/mailer.ts'
import type { JobParts } from '../../app/jobs.ts'
import { ConnectorError } from '@signet/connectors'
import { isEmailAddress } from '@signet/contract/access/credentials'
import type { Words } from '@signet/contract/wire'
import type { ColumnValue } from '../../db/columns.ts'
import type { Database, Tx } from '../../db/database.ts'
import { inEnglish, messageOf } from '../../errors/sentences.ts'
import type { FileStore } from '../../files/file-store.ts'
import { causingRequest, type Logger } from '../../log.ts'
import { traced } from '../../telemetry/tracing.ts'
import {
  claimMail,
  countToday,
  isPostponed,
  setTicket,
  settleMail,
  suppress,
  suppressionOf,
  type MailRow,
} from './mails.queries.ts'

type State = ColumnValue<'mails.state'>

/**
 * Placeholder for the portal's origin in the text of an email: the code that writes it may not know the origin, but the code that sends it
 * does. The domain can't be registered (RFC 2606).
 */
export const portalBase = 'https://portal.invalid'

/** Limits for sending emails. */
export const mailLimits = {
  /** Emails of one company per day (UTC), excluding essential ones. */
  perDay: 1000,
  /** Attempts after which temporary failures of a mail server count as a refusal. */
  attempts: 8,
  /** Days that an address is suppressed after a server reported that it doesn't exist. */
  suppressedDays: 30,
}

/** What sends emails. */
interface SendParts {
  database: Database
  files: FileStore
  mailer: Mailer
  mailSettled: MailSettled
  mailRefusal: MailRefusal
  /** Left out where no email is a report for a service. */
  submitAbuseReport?: JobParts['submitAbuseReport']
  log: Logger
  limits?: typeof mailLimits
}

/** One email of the outbox. */
interface MailKey {
  companyId: number
  mailId: string
}

/**
 * Sends one email of the outbox, at most once: `sending` is committed before the mail server is contacted, and an email found in that state
 * was interrupted. It is unknown whether it was sent, so its state becomes `unknown` and stays so.
 *
 * @throws Error if the server asked to retry later, so that the queue retries the job
 */
export async function sendMail(parts: SendParts, key: MailKey): Promise<void> {
  const { database, files, mailer, submitAbuseReport } = parts
  const { companyId } = key
  const row = await database.inCompanies([companyId], (tx) => claim(tx, parts, key))
  if (!row) return
  const attachments = await readAttachments(files, row)
  if (typeof attachments === 'string') {
    const why = messageOf('MAIL_FILE_MISSING', { file: attachments })
    await database.inCompanies([companyId], (tx) => end(tx, parts, key, ['sending'], 'failed', why))
    return
  }
  const result =
    row.service !== null && row.request !== null
      ? await submitted({ companyId, service: row.service, report: row.request }, submitAbuseReport)
      : await traced('send email', 'client', () => mailer.deliver(outgoing(row, mailer, attachments)))
  await settle(parts, key, row, result)
}

/** Ends an email that is in one of these states, with everything that waits for it. Returns whether it was. */
async function end(
  tx: Tx,
  { mailSettled }: SendParts,
  key: MailKey,
  from: readonly State[],
  state: 'sent' | 'failed' | 'suppressed' | 'unknown',
  why?: Words,
): Promise<boolean> {
  const isEnded = await settleMail(tx, key.companyId, key.mailId, from, state, why)
  if (isEnded) await mailSettled(tx, key, state === 'suppressed' ? 'failed' : state)
  return isEnded
}

/** Takes an email that is to be sent; undefined if there is nothing to send, also because it was ended here. */
async function claim(tx: Tx, parts: SendParts, key: MailKey): Promise<MailRow | undefined> {
  const { mailRefusal, log, limits = mailLimits } = parts
  const { companyId, mailId } = key
  // Before the email is locked: those who cancel emails lock in the same order.
  const refusal = await mailRefusal(tx, key)
  const isCutOff = await end(tx, parts, key, ['sending'], 'unknown', messageOf('MAIL_WORKER_ENDED', {}))
  if (isCutOff) log.warn({ mailId }, 'a mail was cut off while it was sent; it is not sent again')
  const tried = await countToday(tx, companyId)
  const claimed = await claimMail(tx, companyId, mailId)
  if (!claimed) {
    if (await isPostponed(tx, companyId, mailId)) throw new ConnectorError('MAIL_POSTPONED', {})
    return undefined
  }
  if (refusal !== null) {
    await end(tx, parts, key, ['sending'], 'failed', refusal)
    return undefined
  }
  if (claimed.service === null && !isEmailAddress(claimed.to_address)) {
    await end(tx, parts, key, ['sending'], 'failed', messageOf('MAIL_ADDRESS_INVALID', {}))
    return undefined
  }
  if (claimed.is_essential) return claimed
  const suppressed = await suppressionOf(tx, companyId, claimed.to_address)
  if (suppressed) {
    await end(tx, parts, key, ['sending'], 'suppressed', suppressed)
    return undefined
  }
  if (tried < limits.perDay) return claimed
  await end(tx, parts, key, ['sending'], 'failed', messageOf('MAIL_DAILY_LIMIT', {}))
  return undefined
}

/** Records the result of an attempt. @throws ConnectorError `MAIL_DEFERRED` if another one follows */
async function settle(parts: SendParts, key: MailKey, row: MailRow, result: Delivery): Promise<void> {
  const { database, limits = mailLimits } = parts
  const { companyId, mailId } = key
  // Corrects the `unknown` of a second run that considered this one dead: this run knows the result.
  const from = ['sending', 'unknown'] as const
  if (result.state === 'temporary' && row.attempts < limits.attempts) {
    const notBefore = result.retryAt ?? null
    await database.inCompanies([companyId], (tx) =>
      settleMail(tx, companyId, mailId, from, 'queued', result.reason, { notBefore }),
    )
    throw new ConnectorError('MAIL_DEFERRED', { reply: inEnglish(result.reason).message })
  }
  await database.inCompanies([companyId], async (tx) => {
    if (result.state === 'sent') {
      if (result.ticket) await setTicket(tx, companyId, mailId, result.ticket)
      return end(tx, parts, key, from, 'sent')
    }
    if (result.state === 'unknown') return end(tx, parts, key, from, 'unknown', result.reason)
    if (result.state === 'refused' && result.isAddressRefused) {
      await suppress(tx, companyId, row.to_address, result.reason, limits.suppressedDays)
    }
    return end(tx, parts, key, from, 'failed', result.reason)
  })
}

function submitted(
  notice: Parameters<JobParts['submitAbuseReport']>[0],
  submit: JobParts['submitAbuseReport'] | undefined,
): Promise<Delivery> {
  if (!submit) throw new Error(`Nothing submits reports to ${notice.service}`)
  return submit(notice)
}

/** The files of an email with their content, or the name of one that is no longer stored. */
async function readAttachments(
  files: FileStore,
  { attachments }: MailRow,
): Promise<OutgoingMail['attachments'][number][] | string> {
  const read: OutgoingMail['attachments'][number][] = []
  for (const { name, type, ...stored } of attachments) {
    const stream = 'sha256' in stored ? await files.open(stored.sha256) : null
    if (!stream && !('text' in stored)) return name
    const content = stream ? await buffer(stream) : Buffer.from('text' in stored ? stored.text : '')
    read.push({ name, type, content })
  }
  return read
}

/** The Message-ID of an email of this installation, without angle brackets. */
function messageIdOf(companyId: number, mailId: string, sender: MailAddress): string {
  return `c${companyId}.${mailId}@${sender.address.slice(sender.address.indexOf('@') + 1)}`
}

function outgoing(
  row: MailRow,
  { from: sender, origin }: Mailer,
  attachments: OutgoingMail['attachments'],
): OutgoingMail {
  const author = row.from_address === null ? null : { name: row.from_name ?? '', address: row.from_address }
  return {
    messageId: messageIdOf(row.company_id, row.id, sender),
    references: row.follows.map((mailId) => messageIdOf(row.company_id, mailId, sender)),
    // The address is always that of the installation, which its domain authorises; replies go to the author.
    from: { name: author?.name || sender.name, address: sender.address },
    replyTo: author,
    requestId: causingRequest(),
    to: { name: row.to_name, address: row.to_address },
    subject: row.subject,
    text: row.text.replaceAll(portalBase, origin),
    html: row.html?.replaceAll(portalBase, origin) ?? null,
    attachments,
  }
}

/** The company and email of one of our message ids; null for any other. */
export function readMessageId(messageId: string): { companyId: number; mailId: string } | null {
  const [, companyId, mailId] = /^<?c(\d{1,9})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/.exec(messageId) ?? []
  return companyId && mailId ? { companyId: Number(companyId), mailId } : null
}
