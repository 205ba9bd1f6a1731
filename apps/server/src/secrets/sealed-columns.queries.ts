import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/**
 * Every column that `Secrets` encrypts, with its field. The values of a column missing here are lost when a data key is renewed: add new
 * columns here. The table has `company_id` and `id`.
 */
export const sealedColumns = [
  { table: 'leaks', column: 'secret', field: 'password' },
  { table: 'leaks', column: 'hint', field: 'hint' },
  { table: 'abuse_report_accounts', column: 'secret', field: 'key' },
  { table: 'connectors', column: 'secret', field: 'credentials' },
  { table: 'mailboxes', column: 'secret', field: 'password' },
  { table: 'mailboxes', column: 'refresh_token', field: 'refreshToken' },
] as const
export type SealedColumn = (typeof sealedColumns)[number]

interface Stored {
  id: string
  stored: Buffer
}

/** The next encrypted values of a column by id, locked. */
export async function lockSecrets(
  tx: Tx,
  companyId: number,
  { table, column }: SealedColumn,
  after: string | null,
  max: number,
): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select id, ${sql.ref(column)} as stored from ${sql.table(table)}
    where company_id = ${companyId} and ${sql.ref(column)} is not null and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${max} for no key update`.execute(tx)
  return rows
}

/** Replaces encrypted values, which must be locked. */
export async function replaceSecrets(
  tx: Tx,
  companyId: number,
  { table, column }: SealedColumn,
  secrets: readonly Stored[],
): Promise<void> {
  if (secrets.length === 0) return
  await sql`update ${sql.table(table)} t set ${sql.ref(column)} = i.stored
    from unnest(${secrets.map(({ id }) => id)}::uuid[], ${secrets.map(({ stored }) => stored)}::bytea[]) as i (id, stored)
    where t.company_id = ${companyId} and t.id = i.id`.execute(tx)
}

/** Whether a value of a column is still encrypted with one of these keys. */
export async function isAnyClosedWith(
  tx: Tx,
  companyId: number,
  { table, column }: SealedColumn,
  keyIds: readonly string[],
) {
  const { rows } = await sql`select from ${sql.table(table)} where company_id = ${companyId}
    and substr(${sql.ref(column)}, 3, 16) = any (${keyIds.map(bytesOf)}::bytea[]) limit 1`.execute(tx)
  return rows.length > 0
}

/** A key's id as written in an encrypted record. */
export const bytesOf = (keyId: string) => Buffer.from(keyId.replaceAll('-', ''), 'hex')
