import { isEmailAddress } from '@signet/contract/access/credentials'
import type * as contract from '@signet/contract/takedowns/abuse-contacts'
import type { Handler } from '../../app/handler.ts'
import { AppError, found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { listContacts, lockContact, setRule, toContact } from './abuse-contacts.queries.ts'

export const listAbuseContacts: Handler<typeof contract.listAbuseContacts> = ({ tx }, { query }) =>
  listContacts(tx, query)

/**
 * @throws AppError `NOT_FOUND` for an unknown contact, `CONFLICT` for a stale version
 * @throws AppError `BAD_REQUEST` if the reason or the replacement is missing, or the replacement is no address
 */
export const changeContactRule: Handler<typeof contract.changeContactRule> = async (context, { params, body }) => {
  const { tx, actor } = context
  const { kind, reason, replacement = null } = body
  const before = found(await lockContact(tx, params.contactId), 'record')
  if (before.version !== body.version) throw new AppError('STALE_VERSION', { what: 'record' })
  if (kind !== null && reason === undefined) throw new AppError('REQUIRED', {}, { at: 'body.reason' })
  const isReplaced = kind === 'replace'
  if (isReplaced && replacement === null) throw new AppError('REQUIRED', {}, { at: 'body.replacement' })
  if (!isReplaced && replacement !== null) throw new AppError('UNKNOWN_FIELD', {}, { at: 'body.replacement' })
  if (replacement !== null && !isEmailAddress(replacement) && !isForm(replacement)) {
    throw new AppError('NOT_A_MAIL_ADDRESS', {}, { at: 'body.replacement' })
  }
  const after = await setRule(
    tx,
    before.id,
    kind === null ? null : { kind, replacement, reason: reason ?? '', byName: actor.name },
  )
  await recordAudit(context, {
    action: 'abuseContact.changed',
    targetType: 'abuseContact',
    targetId: before.id,
    before: { recipient: before.recipient, rule: before.rule, replacement: before.replacement },
    after: { recipient: before.recipient, rule: kind, replacement, remark: reason },
  })
  return toContact(after)
}

const isForm = (text: string) => /^https:\/\/[^\s@]+$/.test(text) && URL.canParse(text)
