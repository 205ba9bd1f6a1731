import { sql } from 'kysely'
import { dayMs } from '@signet/contract/time'
import type { Database, Tx } from '../../db/database.ts'
import type { FileStore } from '../../files/file-store.ts'
import { lockOf } from './files.queries.ts'
import { everyCompanyId } from '../../db/companies.queries.ts'

/** A file without a row is kept this long: an upload, export or demo in progress writes its row later. */
// Number of files checked at once.
const batchSize = 500

/** The columns with hashes of files of the store. */
export const namingColumns = [
  ['block_feed_files', 'sha256'],
  ['evidence', 'sha256'],
  ['evidence', 'shown_sha256'],
  ['evidence_pack_files', 'sha256'],
  ['files', 'sha256'],
  ['files', 'shown_sha256'],
  ['inbound_mails', 'sha256'],
] as const

/**
 * Deletes stored files that no row refers to: those of refused requests and of deleted records.
 *
 * Safe during an upload of the same bytes: the upload holds the lock on their hash (`holdBytes`), and both check again while holding it, so
 * either the file stays or the upload must be repeated.
 *
 * @returns how many were deleted
 */
export async function removeUnnamedFiles(
  { database, files }: { database: Database; files: FileStore },
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - dayMs)
  await files.removeDrafts(before)
  const companyIds = await everyCompanyId(database)
  let removed = 0
  let batch: string[] = []
  const removeBatch = async () => {
    const named = await database.inCompanies(companyIds, (tx) => namedAmong(tx, companyIds, batch))
    for (const sha256 of batch.filter((candidate) => !named.has(candidate))) {
      const isRemoved = await database.inCompanies(companyIds, async (tx) => {
        await sql`select pg_advisory_xact_lock(${lockOf(sha256)}::bigint)`.execute(tx)
        if ((await namedAmong(tx, companyIds, [sha256])).size > 0) return false
        await files.remove(sha256)
        return true
      })
      if (isRemoved) removed += 1
    }
    batch = []
  }
  for await (const { sha256, putAt } of files.list()) {
    if (putAt >= before) continue
    batch.push(sha256)
    if (batch.length === batchSize) await removeBatch()
  }
  await removeBatch()
  return removed
}

/** The hashes among these that a row refers to. Indexes: evidence_sha256, evidence_shown_sha256, and the same of the other tables. */
async function namedAmong(tx: Tx, companyIds: readonly number[], hashes: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>()
  if (hashes.length === 0 || companyIds.length === 0) return named
  for (const [table, column] of namingColumns) {
    const { rows } = await sql<{ sha256: string }>`select distinct ${sql.ref(column)} as sha256 from ${sql.table(table)}
      where company_id in (${sql.join(companyIds)}) and ${sql.ref(column)} in (${sql.join(hashes)})`.execute(tx)
    for (const { sha256 } of rows) named.add(sha256)
  }
  return named
}
