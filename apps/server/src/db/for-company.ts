import { CompiledQuery, sql } from 'kysely'
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
  await scopeTo(tx, String(companyId))
  return restoring(work, () => scopeTo(tx, before))
}

async function scopeTo(tx: Tx, companies: string): Promise<void> {
  if (!/^[\d,]*$/.test(companies)) throw new TypeError('a company id is a positive whole number')
  await tx.executeQuery(CompiledQuery.raw(`set local app.companies = '${companies}'`))
}
