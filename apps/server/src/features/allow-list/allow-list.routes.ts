import { randomUUID } from 'node:crypto'
import type * as contract from '@signet/contract/threats/allow-list'
import type { AllowEntry } from '@signet/contract/threats/allow-list'
import { allowValueOf } from '@signet/detection'
import type { Handler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import { AppError, found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { deleteEntries, findEntry, insertEntry, listEntries, lockEntry, setEntry } from './allow-list.queries.ts'
import { endOf } from './end-of.ts'

export const listAllowEntries: Handler<typeof contract.listAllowEntries> = ({ tx, company }, { query }) =>
  listEntries(tx, company.id, query)

/** @throws AppError `BAD_REQUEST` for a value of another kind, an existing entry, or a day in the past */
export const addAllowEntry: Handler<typeof contract.addAllowEntry> = async (context, { body }) => {
  const { tx, company, actor } = context
  const value = allowValueOf(body.kind, body.value)
  if (value === null) throw new AppError(neededFor[body.kind], {}, { at: 'body.value' })
  const id = randomUUID()
  const isAdded = await insertEntry(tx, company.id, {
    id,
    kind: body.kind,
    value,
    reason: body.reason,
    expiresAt: endOf(body.until),
    by: { userId: actor.userId, name: actor.name },
  })
  if (!isAdded) throw new AppError('ALLOWED_ALREADY', {}, { at: 'body.value' })
  const added = await entryOf(context, id)
  await audit(context, 'allowList.added', id, undefined, added)
  return added
}

/** @throws AppError `NOT_FOUND` outside the company, `CONFLICT` for a stale version, `BAD_REQUEST` for a day in the past */
export const changeAllowEntry: Handler<typeof contract.changeAllowEntry> = async (context, { params, body }) => {
  const { tx, company } = context
  const row = found(await lockEntry(tx, company.id, params.entryId), 'allowEntry')
  if (row.version !== body.version) throw new AppError('STALE_VERSION', { what: 'allowEntry' })
  const before = await entryOf(context, row.id)
  await setEntry(tx, company.id, row.id, {
    ...(body.reason === undefined ? {} : { reason: body.reason }),
    ...(body.until === undefined ? {} : { expires_at: endOf(body.until) }),
  })
  const after = await entryOf(context, row.id)
  await audit(context, 'allowList.changed', row.id, before, after)
  return after
}

/** @throws AppError `NOT_FOUND` outside the company */
export const removeAllowEntry: Handler<typeof contract.removeAllowEntry> = async (context, { params }) => {
  const { tx, company } = context
  found(await lockEntry(tx, company.id, params.entryId), 'allowEntry')
  const before = await entryOf(context, params.entryId)
  await deleteEntries(tx, company.id, [before.id])
  await audit(context, 'allowList.removed', before.id, before)
  return undefined
}

const neededFor = {
  domain: 'NOT_A_DOMAIN',
  host: 'NOT_A_HOST',
  address: 'NOT_AN_ADDRESS_WITH_PATH',
  account: 'NOT_AN_ACCOUNT',
} as const

async function entryOf({ tx, company }: Context, entryId: string): Promise<AllowEntry> {
  return found(await findEntry(tx, company.id, entryId), 'allowEntry')
}

const auditFields = ({ kind, value, reason, expiresAt }: AllowEntry) => ({ kind, value, reason, expiresAt })

function audit(context: Context, action: string, id: string, before?: AllowEntry, after?: AllowEntry): Promise<void> {
  return recordAudit(context, {
    action,
    targetType: 'allowEntry',
    targetId: id,
    ...(before ? { before: auditFields(before) } : {}),
    ...(after ? { after: auditFields(after) } : {}),
  })
}
