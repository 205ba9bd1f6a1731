import { randomUUID } from 'node:crypto'
import type { ApiKeyScope } from '@signet/contract/access/api-keys'
import { insertKey } from '../src/features/api-keys/api-keys.queries.ts'
import { newApiKey } from '../src/features/api-keys/authenticate-key.ts'
import { hashOf } from '../src/secret-token.ts'
import { theWorld, type TestCompany } from './harness.ts'

/** An API key of the company, by default with scope `read`. */
export async function addKey(
  company: TestCompany,
  more: { name?: string; scopes?: ApiKeyScope[]; expiresAt?: Date } = {},
): Promise<{ id: string; key: string }> {
  const key = newApiKey(company.id)
  const row = await theWorld().database.inCompanies([company.id], (tx) =>
    insertKey(tx, {
      company_id: company.id,
      id: randomUUID(),
      name: more.name ?? 'A key',
      scopes: more.scopes ?? ['read'],
      token_hash: hashOf(key),
      start: key.slice(0, 12),
      created_by: randomUUID(),
      created_by_name: 'Somebody',
      expires_at: more.expiresAt ?? null,
    }),
  )
  return { id: row.id, key }
}
