import { dayMs } from '@signet/contract/time'
import type { Database } from '../../db/database.ts'
import { holdLock } from '../../db/hold-lock.ts'
import type { FileStore } from '../../files/file-store.ts'
import { lockBytes, namedAmong } from './unnamed-files.queries.ts'
import { everyCompanyId } from '../../db/company-keys.queries.ts'

// Number of files checked at once.
const batchSize = 500

/**
 * Deletes stored files that no row refers to: those of refused requests and of deleted records.
 *
 * Safe during an upload of the same bytes: the upload holds the lock on their hash (`holdBytes`), and both check again while holding it, so
 * either the file stays or the upload must be repeated. While a backup copies files, nothing is deleted.
 *
 * @returns how many were deleted
 */
export async function removeUnnamedFiles(parts: { database: Database; files: FileStore }, now: Date): Promise<number> {
  const stop = new AbortController()
  return (await holdLock(parts.database, 'storedFiles', stop.signal, () => removeWhileHeld(parts, now))) ?? 0
}

async function removeWhileHeld(
  { database, files }: { database: Database; files: FileStore },
  now: Date,
): Promise<number> {
  // An upload, export or demo in progress writes its row later.
  const before = new Date(now.getTime() - dayMs)
  await files.removeDrafts(before)
  const companyIds = await everyCompanyId(database)
  let removed = 0
  let batch: string[] = []
  const removeBatch = async () => {
    const named = await database.inCompanies(companyIds, (tx) => namedAmong(tx, companyIds, batch))
    for (const sha256 of batch.filter((candidate) => !named.has(candidate))) {
      const isRemoved = await database.inCompanies(companyIds, async (tx) => {
        await lockBytes(tx, sha256)
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
