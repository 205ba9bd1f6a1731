import { createHash } from 'node:crypto'
import { builtInReplyRules, classifyReply, kindOfMail, type Bounce, type KnownMail } from '@signet/detection'
import type { MailKind } from '@signet/contract/takedowns/replies'
import type { JobParts } from '../../../app/jobs.ts'
import type { Tx } from '../../../db/database.ts'
import { changeMail, deleteIfKnown, lockMail, type InboundMailRow } from '../../inbound-mail/inbound-mails.queries.ts'
import { matchMail } from '../../inbound-mail/match-mail.ts'
import { readMail, type ReadMail } from '../../inbound-mail/read-mail.ts'
import { asOneLine } from '../../mail/mail-address.ts'
import { notify } from '../../notifications/notify.ts'
import { messageOf } from '../../../errors/sentences.ts'
import { addToCase } from './add-mail-to-case.ts'
import { replyRulesFor } from './reply-rules.queries.ts'

const textMax = 20_000

/** Reads an email that arrived, finds its case and lets the case react. Repeating it changes nothing. */
export async function sortMail(
  { database, files, enqueue, log }: Pick<JobParts, 'database' | 'files' | 'enqueue' | 'log'>,
  { companyId, mailId }: { companyId: number; mailId: string },
): Promise<void> {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.inCompanies([companyId], work)
  const waiting = await inCompany((tx) => lockMail(tx, companyId, mailId))
  if (waiting?.state !== 'received') return
  const bytes = await files.open(waiting.sha256)
  if (!bytes) throw new Error('the bytes of an email are not stored')
  const mail = await readMail(bytes)
  if (!mail) log.warn({ mailId }, 'an email cannot be read')
  await inCompany(async (tx) => {
    const row = await lockMail(tx, companyId, mailId)
    if (row?.state !== 'received') return
    const fingerprint = mail ? fingerprintOf(mail) : null
    if (fingerprint && (await deleteIfKnown(tx, row, fingerprint))) return
    const known: KnownMail = mail ? kindOfMail(mail) : { kind: 'answer', bounce: null, returnedIds: [] }
    const { kind, bounce } = known
    const read = { fingerprint, kind, ...shownOf(mail) }
    const match = mail && (await matchMail(tx, companyId, mail, known))
    await changeMail(tx, row, { ...read, ...(match ? {} : { state: 'unmatched' as const }) })
    if (match)
      await addToCase({ tx, files, enqueue }, { ...row, ...read }, match, await contentOf(tx, read, { kind, bounce }))
    // Nobody needs to know about an automatic email that belongs to no case.
    else if (kind === 'answer') await notifyWaiting(tx, companyId, mailId)
  })
}

const shownOf = (mail: ReadMail | null) => ({
  from_address: mail?.from ? asOneLine(mail.from, 254) : null,
  subject: mail ? asOneLine(mail.subject, 300) : '',
  text: cleanText(mail?.text ?? ''),
})

const cleanText = (text: string) => text.replaceAll('\r\n', '\n').trim().toWellFormed().slice(0, textMax).toWellFormed()

/** The same email that arrives twice has different headers of mail servers, but the same content. */
const fingerprintOf = ({ from, subject, text, messageId, headers, parts }: ReadMail) =>
  createHash('sha256')
    .update(JSON.stringify([from, subject, text, messageId, headers['date'], parts]))
    .digest('hex')

/** What an email says, as far as rules can tell. */
export async function contentOf(
  tx: Tx,
  { text, from_address: from }: Pick<InboundMailRow, 'text' | 'from_address'>,
  { kind, bounce }: { kind: MailKind; bounce: Bounce | null },
) {
  if (kind === 'bounce') return { class: null, sentence: bounce?.reason ?? null, bounce }
  const { class: found, sentence } = classifyReply(text, from, [
    ...(await replyRulesFor(tx, from)),
    ...builtInReplyRules,
  ])
  return { class: found, sentence, bounce }
}

async function notifyWaiting(tx: Tx, companyId: number, mailId: string): Promise<void> {
  await notify(tx, {
    companyId,
    audience: { permission: 'takedowns:move' },
    type: 'takedown',
    title: messageOf('MAIL_UNMATCHED', {}),
    href: '/takedown/mails',
    once: `mail ${mailId}`,
  })
}
