import { CompiledQuery, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * The statement from which on a transaction sees only the rows of some companies. Nothing else sets them (`scripts/check-imports.ts`).
 *
 * @param companies their ids, or an earlier value of the setting
 */
export function companyScope(companies: readonly number[] | string): string {
  const isList = typeof companies !== 'string'
  const areIds = isList ? companies.every((id) => Number.isSafeInteger(id) && id > 0) : /^[\d,]*$/.test(companies)
  if (!areIds) throw new TypeError('a company id is a positive whole number')
  // SET instead of set_config(), because the latter isn't propagated to the nodes of a sharded cluster.
  return `set local app.companies = '${isList ? companies.join(',') : companies}'`
}

/** Changes the companies of a transaction that has begun. */
export async function setCompanyScope(tx: Kysely<Tables>, companies: readonly number[] | string): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(companyScope(companies)))
}
