import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { lockOf } from './files.queries.ts'

/** The columns with hashes of files of the store. */
export const namingColumns = [
  ['app_files', 'sha256'],
  ['block_feed_files', 'sha256'],
  ['evidence', 'sha256'],
  ['evidence', 'shown_sha256'],
  ['evidence_pack_files', 'sha256'],
  ['files', 'sha256'],
  ['files', 'shown_sha256'],
  ['imports', 'sha256'],
  ['inbound_mails', 'sha256'],
  ['mails', 'made_sha256'],
  ['tip_reports', 'sha256'],
] as const

/** Waits for uploads of these bytes to end, and holds back new ones until the transaction ends. */
export async function lockBytes(tx: Tx, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(sha256)}::bigint)`.execute(tx)
}

/** The hashes among these that a row refers to. Indexes: evidence_sha256, evidence_shown_sha256, and the same of the other tables. */
export async function namedAmong(
  tx: Tx,
  companyIds: readonly number[],
  hashes: readonly string[],
): Promise<Set<string>> {
  const named = new Set<string>()
  if (hashes.length === 0 || companyIds.length === 0) return named
  for (const [table, column] of namingColumns) {
    const { rows } = await sql<{ sha256: string }>`select distinct ${sql.ref(column)} as sha256 from ${sql.table(table)}
      where company_id in (${sql.join(companyIds)}) and ${sql.ref(column)} in (${sql.join(hashes)})`.execute(tx)
    for (const { sha256 } of rows) named.add(sha256)
  }
  return named
}
