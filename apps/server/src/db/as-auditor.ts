import { CompiledQuery } from 'kysely'
import type { Database, Tx } from './database.ts'

/**
 * Runs work on the audit chain as `signet_audit`: this role reads the audit of the given companies, adds links and can't change any other
 * company data.
 */
export function asAuditor<T>(
  database: Database,
  companyIds: readonly number[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return database.inCompanies(companyIds, async (tx) => {
    await tx.executeQuery(CompiledQuery.raw('set local role signet_audit'))
    return work(tx)
  })
}
