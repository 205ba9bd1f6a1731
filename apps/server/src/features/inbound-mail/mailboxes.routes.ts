import type * as contract from '@signet/contract/takedowns/mailboxes'
import type { PlainReason } from '@signet/contract/errors/errors'
import type { Mailbox, MailboxInput } from '@signet/contract/takedowns/mailboxes'
import type { Context } from '../../app/context.ts'
import type { Handler } from '../../app/handler.ts'
import { AppError } from '../../errors.ts'
import { inEnglish } from '../../errors/sentences.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { companyTarget } from '../companies/company-target.ts'
import { isLoopback, refusalOfAddress } from '../../app/loopback.ts'
import { followMailboxesJob } from './inbound-mail.jobs.ts'
import * as queries from './mailboxes.queries.ts'

export const getMailbox: Handler<typeof contract.getMailbox> = (context) => current(context)

async function current({ tx, company }: Context): Promise<Mailbox | null> {
  const row = await queries.mailboxOf(tx, company.id)
  if (!row) return null
  const { host, port, security, user_name: user, folder, oauth, version } = row
  return {
    host,
    port,
    security,
    user,
    folder,
    oauth,
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
 * @throws AppError `BAD_REQUEST` without the secrets of a new account, for a token URL that isn't https, or without encryption to another
 *   machine
 * @throws AppError `CONFLICT` for a stale version
 */
export const putMailbox: Handler<typeof contract.putMailbox> = async (context, { body }) => {
  const { tx, company, enqueue } = context
  const { host, port, security, user, folder } = body
  if (security === 'none' && !isLoopback(host)) throw refused('security', 'MAILBOX_NOT_ENCRYPTED')
  const known = await queries.lockMailbox(tx, company.id)
  if ((known?.version ?? 0) !== body.version) throw new AppError('STALE_VERSION', { what: 'record' })
  const { oauth, secretField, ...entered } = signInOf(body)
  const account: queries.NewMailbox = { host, port, security, user_name: user, folder, oauth }
  const isKnown = known !== undefined && isSame(known, account)
  // A stored secret is never sent to another server.
  const keeps =
    isKnown && known.oauth?.tokenUrl === oauth?.tokenUrl && known.oauth?.clientId === oauth?.clientId ? known : null
  if (!keeps && entered.secret === undefined) throw refused(secretField, 'REQUIRED')
  if (oauth?.grant === 'refreshToken' && !keeps?.refresh_token && entered.refreshToken === undefined) {
    throw refused('oauth.refreshToken', 'REQUIRED')
  }
  if (isKnown) await queries.changeSignIn(context, known, oauth, entered)
  else {
    if (known) await queries.deleteMailbox(tx, company.id)
    await queries.addMailbox(context, company.id, account, entered)
  }
  await record(context, 'settings.mailboxSet', { host, port, user, folder, ...oauth })
  await enqueue(tx, followMailboxesJob, {})
  return current(context)
}

/** How the user signs in, the secrets that were entered for it, and the field of the secret that is always needed. */
function signInOf({ password, oauth }: MailboxInput) {
  if (!oauth) return { oauth: null, secret: password, refreshToken: undefined, secretField: 'password' }
  if (password !== undefined) throw refused('password', 'NOT_FOR_PROTOCOL')
  const reason = refusalOfAddress(oauth.tokenUrl)
  if (reason) throw refused('oauth.tokenUrl', reason)
  const { clientSecret, refreshToken, ...client } = oauth
  if (client.grant !== 'refreshToken' && refreshToken !== undefined) {
    throw refused('oauth.refreshToken', 'NOT_FOR_PROTOCOL')
  }
  return { oauth: client, secret: clientSecret, refreshToken, secretField: 'oauth.clientSecret' }
}

const refused = (field: string, reason: PlainReason) => new AppError(reason, {}, { at: `body.${field}` })

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
