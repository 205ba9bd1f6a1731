import { sql } from 'kysely'
import { setCompanyScope } from './company-scope.ts'
import type { Tx } from './database.ts'
import { restoring } from './restoring.ts'

/**
 * Runs work for one company inside the transaction of another and restores the scope afterwards: a company that is being
 * created, or the company of a user who is being changed, gets its audit record in the transaction of the change.
 *
 * Only for calls that may manage any company; never pass an unchecked id of a request.
 */
export async function forCompany<T>(tx: Tx, companyId: number, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ companies: string }>`
    select coalesce(current_setting('app.companies', true), '') as companies`.execute(tx)
  const before = rows[0]?.companies ?? ''
  await setCompanyScope(tx, [companyId])
  return restoring(work, () => setCompanyScope(tx, before))
}
