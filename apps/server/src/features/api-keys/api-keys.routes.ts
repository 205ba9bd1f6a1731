import { randomUUID } from 'node:crypto'
import type * as contract from '@signet/contract/access/api-keys'
import type { Handler } from '../../app/handler.ts'
import { rangeOf } from '../../app/range.ts'
import { AppError, found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { hashOf } from '../../secret-token.ts'
import { endKey, insertKey, keysMax, listKeys, toApiKey } from './api-keys.queries.ts'
import { newApiKey } from './authenticate-key.ts'

const startLength = 12

export const listApiKeys: Handler<typeof contract.listApiKeys> = async ({ tx, company }) =>
  (await listKeys(tx, company.id)).map(toApiKey)

/** @throws AppError `CONFLICT` if the company has the maximum number of keys */
export const addApiKey: Handler<typeof contract.addApiKey> = async (context, { body }) => {
  const { tx, actor, company } = context
  const expiresAt = body.expires ? rangeOf({ toDate: body.expires }).until : null
  if (expiresAt && expiresAt.getTime() <= Date.now()) throw new AppError('NOT_IN_FUTURE', {}, { at: 'body.expires' })
  if ((await listKeys(tx, company.id)).length >= keysMax) {
    throw new AppError('TOO_MANY_API_KEYS', { max: keysMax })
  }
  const key = newApiKey(company.id)
  const row = await insertKey(tx, {
    company_id: company.id,
    id: randomUUID(),
    name: body.name,
    scopes: body.scopes,
    token_hash: hashOf(key),
    start: key.slice(0, startLength),
    created_by: actor.userId,
    created_by_name: actor.name,
    expires_at: expiresAt,
  })
  const made = toApiKey(row)
  await recordAudit(context, {
    action: 'apiKey.add',
    targetType: 'apiKey',
    targetId: row.id,
    after: { name: made.name, scopes: made.scopes, expires: made.expires },
  })
  return { ...made, key }
}

/** @throws AppError `NOT_FOUND` if the company has no such key, or it was already revoked */
export const endApiKey: Handler<typeof contract.endApiKey> = async (context, { params }) => {
  const ended = found(await endKey(context.tx, context.company.id, params.apiKeyId), 'apiKey')
  await recordAudit(context, {
    action: 'apiKey.end',
    targetType: 'apiKey',
    targetId: ended.id,
    before: { name: ended.name },
  })
}
