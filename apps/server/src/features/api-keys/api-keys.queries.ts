import { sql } from 'kysely'
import type { ApiKey } from '@signet/contract/access/api-keys'
import type { CompanyRef } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import type { Row } from '../../db/rows.ts'
import type { Tables } from '../../db/tables.ts'

/** The maximum number of active keys per company. */
export const keysMax = 100

const columns = [
  'id',
  'name',
  'scopes',
  'start',
  'created_at',
  'created_by_name',
  'expires_at',
  'last_used_at',
] as const satisfies (keyof Tables['api_keys'])[]
type ApiKeyRow = Pick<Row<'api_keys'>, (typeof columns)[number]>

export function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    start: row.start,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    expires: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}

/** Oldest first. Index: api_keys_pkey. */
export function listKeys(tx: Tx, companyId: number): Promise<ApiKeyRow[]> {
  return tx
    .selectFrom('api_keys')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(keysMax)
    .execute()
}

export function insertKey(
  tx: Tx,
  key: Pick<Tables['api_keys'], 'company_id' | 'id' | 'name' | 'scopes' | 'token_hash' | 'start' | 'created_by'> & {
    created_by_name: string
    expires_at: Date | null
  },
): Promise<ApiKeyRow> {
  return tx
    .insertInto('api_keys')
    .values({ ...key, last_used_at: null, ended_at: null })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Revokes a key; undefined if there is no active one. Index: api_keys_pkey. */
export function endKey(tx: Tx, companyId: number, apiKeyId: string) {
  return tx
    .updateTable('api_keys')
    .set({ ended_at: sql`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', apiKeyId)
    .where('ended_at', 'is', null)
    .returning(['id', 'name'])
    .executeTakeFirst()
}

/**
 * The active key with its company. Records when it was last used, to the minute, so that a busy key doesn't cause a write at every call.
 * Index: api_keys_company_id_token_hash_key.
 */
export async function useKey(tx: Tx, companyId: number, tokenHash: Buffer) {
  const row = await tx
    .selectFrom('api_keys')
    .innerJoin('companies', 'companies.id', 'api_keys.company_id')
    .select(['api_keys.id', 'api_keys.name', 'api_keys.scopes'])
    .select(['companies.id as companyId', 'companies.key', 'companies.name as companyName', 'companies.modules'])
    .select(sql<boolean>`coalesce(api_keys.last_used_at < now() - interval '1 minute', true)`.as('isUseNew'))
    .where('api_keys.company_id', '=', companyId)
    .where('api_keys.token_hash', '=', tokenHash)
    .where('api_keys.ended_at', 'is', null)
    .where((where) =>
      where.or([where('api_keys.expires_at', 'is', null), where('api_keys.expires_at', '>', sql<Date>`now()`)]),
    )
    .where('companies.is_active', '=', true)
    .executeTakeFirst()
  if (!row) return null
  if (row.isUseNew) {
    await tx
      .updateTable('api_keys')
      .set({ last_used_at: sql`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', row.id)
      .execute()
  }
  const company: CompanyRef = { id: row.companyId, key: row.key, name: row.companyName, modules: row.modules }
  return { id: row.id, name: row.name, scopes: row.scopes, company }
}
