import path from 'node:path'
import { SecretsError } from '../app/secrets.ts'
import type { Database } from '../db/database.ts'
import { everyCompanyId } from '../db/company-keys.queries.ts'
import { kekIdsInUse } from './data-keys.queries.ts'
import { environmentKeys, fileKeys, type KeyProvider } from './key-provider.ts'

/** The file below the data directory with the key-encryption keys, unless they are set. */
export const keyFile = 'kek'

/**
 * Opens the key-encryption keys and verifies that the data keys were wrapped with them.
 *
 * @param keks from the environment, the current one first; empty: those of the file `kek` in the data directory
 * @throws SecretsError with a one-line message if a key is lost, wrong or damaged; there is never a fallback to plain text
 */
export async function openKeys(database: Database, dataDir: string, keks: readonly Buffer[]): Promise<KeyProvider> {
  const companyIds = await everyCompanyId(database)
  const used = await database.inCompanies(companyIds, (tx) => kekIdsInUse(tx, companyIds))
  const [current, ...previous] = keks
  const provider = current
    ? environmentKeys([current, ...previous])
    : await fileKeys(path.join(dataDir, keyFile), used.size === 0)
  for (const kekId of used) {
    if (await provider.has(kekId)) continue
    throw new SecretsError('KEK_WRONG', { place: provider.place })
  }
  return provider
}
