import type { Database } from '../../db/database.ts'
import { insertCompany, type NewCompany } from './companies.queries.ts'

/** Adds a company unless its key is taken; returns its id and whether it is new. */
export function addCompany(database: Database, company: NewCompany): Promise<{ companyId: number; isNew: boolean }> {
  return database.inIdentity((tx) => insertCompany(tx, company))
}
