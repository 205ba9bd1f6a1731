import type { FastifyRequest } from 'fastify'
import { apiKeyPrefix, type ApiKeyScope } from '@signet/contract/access/api-keys'
import type { CompanyRef } from '../../app/context.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { hashOf, newToken } from '../../secret-token.ts'
import { useKey } from './api-keys.queries.ts'

/** A valid key and its company. */
export interface KnownKey {
  id: string
  name: string
  scopes: ApiKeyScope[]
  company: CompanyRef
}

const companyIdMax = 2 ** 31 - 1

/**
 * Creates a key for a company. It contains the company's id, so that only this company's keys are searched; the random part is the secret.
 */
export function newApiKey(companyId: number): string {
  return `${apiKeyPrefix}${companyId.toString(36)}_${newToken()}`
}

/** Whether a request contains an API key, valid or not. */
export function bringsKey(request: FastifyRequest): boolean {
  return request.headers.authorization?.startsWith(`Bearer ${apiKeyPrefix}`) ?? false
}

/** The key of a request: its bearer token, or the password of basic authentication (RFC 7617), which is all that many devices support. */
function writtenKey(request: FastifyRequest): string {
  const [, scheme, value = ''] = /^(Bearer|Basic) ([\w.+/=-]{1,500})$/.exec(request.headers.authorization ?? '') ?? []
  return scheme === 'Basic'
    ? Buffer.from(value, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : value
}

/**
 * The API key of a request.
 *
 * @throws AppError `UNAUTHENTICATED` without a key, or with one that is unknown, revoked, expired or of an archived company; `FORBIDDEN` if
 *   the key lacks the permission
 */
export async function authenticateKey(
  app: { database: Database },
  request: FastifyRequest,
  scope: ApiKeyScope,
): Promise<KnownKey> {
  const found = /^(sgk_([0-9a-z]{1,6})_[\w-]{43})$/.exec(writtenKey(request))
  const companyId = Number.parseInt(found?.[2] ?? '', 36)
  const isPossible = found?.[1] !== undefined && companyId >= 1 && companyId <= companyIdMax
  const tokenHash = hashOf(found?.[1] ?? '')
  const key = isPossible ? await app.database.inCompanies([companyId], (tx) => useKey(tx, companyId, tokenHash)) : null
  if (!key) throw new AppError('API_KEY_NEEDED')
  if (!key.scopes.includes(scope)) throw new AppError('SCOPE_MISSING', { scope })
  return key
}
