import type * as contract from '@signet/contract/takedowns/mailboxes'
import type { Mailbox } from '@signet/contract/takedowns/mailboxes'
import type { Context } from '../../app/context.ts'
import type { Handler } from '../../app/handler.ts'
import { AppError } from '../../errors.ts'
import { inEnglish } from '../../errors/sentences.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { companyTarget } from '../companies/company-target.ts'
import { isLoopback } from '../../app/loopback.ts'
import { followMailboxesJob } from './inbound-mail.jobs.ts'
import * as queries from './mailboxes.queries.ts'

export const getMailbox: Handler<typeof contract.getMailbox> = (context) => current(context)

async function current({ tx, company }: Context): Promise<Mailbox | null> {
  const row = await queries.mailboxOf(tx, company.id)
  if (!row) return null
  const { host, port, security, user_name: user, folder, version } = row
  return {
    host,
    port,
    security,
    user,
    folder,
    version,
    readSince: row.read_since.toISOString(),
    checkedAt: row.checked_at?.toISOString() ?? null,
    mailsRead: row.mails_read,
    postponed: row.postponed.length,
    unreadable: row.unreadable,
    problem: row.problem && inEnglish(row.problem),
    retryAt: row.retry_at?.toISOString() ?? null,
  }
}

/**
 * @throws AppError `BAD_REQUEST` without a password for a new account, or without encryption to another machine
 * @throws AppError `CONFLICT` for a stale version
 */
export const putMailbox: Handler<typeof contract.putMailbox> = async (context, { body }) => {
  const { tx, company, enqueue } = context
  const { host, port, security, user, folder, password } = body
  if (security === 'none' && !isLoopback(host)) throw new AppError('MAILBOX_NOT_ENCRYPTED', {}, { at: 'body.security' })
  const known = await queries.lockMailbox(tx, company.id)
  if ((known?.version ?? 0) !== body.version) throw new AppError('STALE_VERSION', { what: 'record' })
  const account: queries.NewMailbox = { host, port, security, user_name: user, folder }
  if (known && isSame(known, account)) await queries.changeMailboxPassword(context, known, password ?? null)
  else {
    // A stored password is never sent to another server.
    if (password === undefined) throw new AppError('REQUIRED', {}, { at: 'body.password' })
    if (known) await queries.deleteMailbox(tx, company.id)
    await queries.addMailbox(context, company.id, account, password)
  }
  await record(context, 'settings.mailboxSet', { host, port, user, folder })
  await enqueue(tx, followMailboxesJob, {})
  return current(context)
}

const isSame = (known: queries.MailboxRow, account: queries.NewMailbox) =>
  known.host === account.host &&
  known.port === account.port &&
  known.security === account.security &&
  known.user_name === account.user_name &&
  known.folder === account.folder

/** @throws AppError `NOT_FOUND` if the company has none */
export const deleteMailbox: Handler<typeof contract.deleteMailbox> = async (context) => {
  if (!(await queries.deleteMailbox(context.tx, context.company.id)))
    throw new AppError('NOT_FOUND', { what: 'record' })
  await record(context, 'settings.mailboxDeleted', {})
  return null
}

function record(
  context: Context,
  action: 'settings.mailboxSet' | 'settings.mailboxDeleted',
  after: Record<string, unknown>,
): Promise<void> {
  const targetId = companyTarget(context.company.id)
  return recordAudit(context, { action, targetType: 'company', targetId, after })
}
