import type { Secrets } from '../app/secrets.ts'
import type { Database, Tx } from '../db/database.ts'
import { deleteKeys, holdOtherSealKeys } from './data-keys.queries.ts'
import {
  bytesOf,
  isAnyClosedWith,
  lockSecrets,
  replaceSecrets,
  sealedColumns,
  type SealedColumn,
} from './sealed-columns.queries.ts'

const batchRows = 1_000
/** The result of a batch and where the next begins; null after the last. */
interface Batch {
  resealed: number
  last: string | null
}

/**
 * Encrypts every secret of a company again with the current key and deletes the previous keys. Runs while secrets are read and written;
 * after a kill it continues, because values encrypted with the new key are skipped.
 *
 * @returns how many values were encrypted again
 */
export async function resealCompany(
  { database, secrets, signal }: { database: Database; secrets: Secrets; signal?: AbortSignal },
  companyId: number,
): Promise<number> {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.inCompanies([companyId], work)
  for (let total = 0; ;) {
    for (const sealed of sealedColumns) {
      let after: string | null = null
      do {
        signal?.throwIfAborted()
        const from: string | null = after
        const batch: Batch = await inCompany((tx) => resealBatch(tx, secrets, companyId, sealed, from))
        total += batch.resealed
        after = batch.last
      } while (after !== null)
    }
    // Waits for transactions that still encrypt with a previous key; another round encrypts their values again.
    const isDone = await inCompany(async (tx) => {
      const former = await holdOtherSealKeys(tx, companyId, await secrets.currentKeyId(tx, companyId))
      for (const sealed of sealedColumns) if (await isAnyClosedWith(tx, companyId, sealed, former)) return false
      await deleteKeys(tx, companyId, former)
      return true
    })
    if (isDone) return total
  }
}

async function resealBatch(
  tx: Tx,
  secrets: Secrets,
  companyId: number,
  sealed: SealedColumn,
  after: string | null,
): Promise<Batch> {
  const rows = await lockSecrets(tx, companyId, sealed, after, batchRows)
  const current = await secrets.currentKeyId(tx, companyId)
  const outdated = rows.filter(({ stored }) => !stored.subarray(2, 18).equals(bytesOf(current)))
  const closed = outdated.map(({ id, stored }) => ({ recordId: id, field: sealed.field, stored }))
  const values = await secrets.openAll(tx, companyId, closed)
  const sealer = await secrets.sealer(tx, companyId)
  // A value whose key was deleted isn't changed: it can't be decrypted before or after.
  const again = outdated.flatMap(({ id }, index) => {
    const value = values[index]
    return value === null || value === undefined
      ? []
      : [{ id, stored: sealer.seal({ recordId: id, field: sealed.field }, value) }]
  })
  await replaceSecrets(tx, companyId, sealed, again)
  return { resealed: again.length, last: rows.length < batchRows ? null : (rows.at(-1)?.id ?? null) }
}
