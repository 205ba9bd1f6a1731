import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { advisoryLocks } from '../../db/advisory-locks.ts'

/**
 * Locked until the transaction ends by every action that could remove the last superAdmin: disabling, demoting, archiving a company. Two
 * concurrent changes could each rely on the other superAdmin and leave none.
 */
export async function holdSuperAdmins(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.superAdmins})`.execute(tx)
}

/**
 * How many superAdmins could still sign in, except for one user or those of one company. Call it after `holdSuperAdmins` in a separate
 * statement, so that it sees the changes of the previous advisoryLocks.superAdmins holder. Runs in an identity transaction.
 */
export async function otherSuperAdmins(
  tx: Tx,
  apart: { exceptUserId?: string; exceptCompanyId?: number },
): Promise<number> {
  let others = tx
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('users.role', '=', 'superAdmin')
    .where('users.is_active', '=', true)
    .where('companies.is_active', '=', true)
  if (apart.exceptUserId) others = others.where('users.id', '!=', apart.exceptUserId)
  if (apart.exceptCompanyId) others = others.where('companies.id', '!=', apart.exceptCompanyId)
  const { count } = await others.executeTakeFirstOrThrow()
  return Number(count)
}
