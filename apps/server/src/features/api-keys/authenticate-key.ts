import type { FastifyRequest } from 'fastify'
import { apiKeyPrefix, type ApiKeyScope } from '@signet/contract/api-keys'
import type { CompanyRef } from '../../app/context.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { hashOf, newToken } from '../../secret-token.ts'
import { useKey } from './api-keys.queries.ts'

/** A key that opens something, and whose it is. */
export interface KnownKey {
  id: string
  name: string
  scopes: ApiKeyScope[]
  company: CompanyRef
}

const companyIdMax = 2 ** 31 - 1

/** A new key of a company. It names the company, so that it is looked for nowhere else; what opens is the random part. */
export function newApiKey(companyId: number): string {
  return `${apiKeyPrefix}${companyId.toString(36)}_${newToken()}`
}

/** Whether a request brings an API key, of whatever worth. */
export function bringsKey(request: FastifyRequest): boolean {
  return request.headers.authorization?.startsWith(`Bearer ${apiKeyPrefix}`) ?? false
}

/**
 * The API key a request brings.
 *
 * @throws AppError `UNAUTHENTICATED` without a key, or with one that is unknown, revoked, expired or of an archived company;
 *   `FORBIDDEN` when it is not for this
 */
export async function authenticateKey(
  app: { database: Database },
  request: FastifyRequest,
  scope: ApiKeyScope,
): Promise<KnownKey> {
  const found = /^Bearer (sgk_([0-9a-z]{1,6})_[\w-]{43})$/.exec(request.headers.authorization ?? '')
  const companyId = Number.parseInt(found?.[2] ?? '', 36)
  const isPossible = found?.[1] !== undefined && companyId >= 1 && companyId <= companyIdMax
  const tokenHash = hashOf(found?.[1] ?? '')
  const key = isPossible ? await app.database.inCompanies([companyId], (tx) => useKey(tx, companyId, tokenHash)) : null
  if (!key) throw new AppError('API_KEY_NEEDED')
  if (!key.scopes.includes(scope)) throw new AppError('SCOPE_MISSING', { scope })
  return key
}
