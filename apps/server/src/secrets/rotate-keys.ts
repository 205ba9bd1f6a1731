import type { Database } from '../db/database.ts'
import { holdRotation, keysNotWrappedBy, kekIdsInUse, rewrapKey } from './data-keys.queries.ts'
import type { KeyProvider } from './key-provider.ts'
import { everyCompanyId } from '../db/company-keys.queries.ts'
import { boundTo } from './secrets.ts'

/** The result of a rotation. */
export interface Rotation {
  /** The key that now wraps everything. */
  kekId: string
  companies: number
  rewrapped: number
  /** Whether an earlier rotation was interrupted; this one finished it. */
  isResumed: boolean
}

/**
 * Wraps every data key with a new key-encryption key, company by company, while the product is running: the data keys stay the same, so no
 * encrypted value has to be changed. An interrupted rotation is finished by the next one.
 *
 * The previous key remains until the rotation after this one, because a process may be wrapping with it at this moment.
 *
 * @param signal stops between two companies; what was wrapped until then remains
 */
export async function rotateKeys(database: Database, provider: KeyProvider, signal?: AbortSignal): Promise<Rotation> {
  const client = await database.pool.connect()
  try {
    await holdRotation(client)
    const companyIds = await everyCompanyId(database)
    const used = await database.inCompanies(companyIds, (tx) => kekIdsInUse(tx, companyIds))
    const before = await provider.currentId()
    const isResumed = provider.makeNew !== null && [...used].some((kekId) => kekId !== before)
    if (!isResumed) await provider.makeNew?.(used)
    const kekId = await provider.currentId()
    let rewrapped = 0
    let companies = 0
    for (const companyId of companyIds) {
      signal?.throwIfAborted()
      const done = await rewrapCompany(database, provider, companyId, kekId)
      rewrapped += done
      if (done > 0) companies += 1
    }
    return { kekId, companies, rewrapped, isResumed }
  } finally {
    // Closing the connection releases the lock even if the connection is broken.
    client.release(true)
  }
}

function rewrapCompany(database: Database, provider: KeyProvider, companyId: number, kekId: string): Promise<number> {
  return database.inCompanies([companyId], async (tx) => {
    const keys = await keysNotWrappedBy(tx, companyId, kekId)
    for (const stored of keys) {
      const bound = boundTo(companyId, stored.id, stored.purpose)
      const key = await provider.unwrap(stored, bound)
      await rewrapKey(tx, companyId, stored.id, await provider.wrap(key, bound))
      key.fill(0)
    }
    return keys.length
  })
}
