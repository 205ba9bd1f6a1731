import { sql } from 'kysely'
import type { PartHealth } from '@signet/contract/operation/system-health'
import type { Tx } from '../../db/database.ts'

export interface Operator {
  userId: string
  name: string
  email: string
  locale: string | null
  companyId: number
}

/** The users who are notified of troubles of the installation. Runs in an identity transaction. */
export function operators(tx: Tx): Promise<Operator[]> {
  return tx
    .selectFrom('users')
    .select(['id as userId', 'name', 'email', 'locale', 'company_id as companyId'])
    .where('role', '=', 'superAdmin')
    .where('is_active', '=', true)
    .orderBy('company_id')
    .orderBy('id')
    .execute()
}

export interface PartTrouble {
  name: string
  since: Date
}

/**
 * Notes the parts that are in trouble now, and deletes those that work again.
 *
 * @returns the deleted ones that operators were notified of
 */
export async function insertTroubles(tx: Tx, names: readonly PartHealth['name'][]): Promise<PartTrouble[]> {
  const over = await tx
    .deleteFrom('part_troubles')
    .where(sql<boolean>`name <> all (${[...names]}::text[])`)
    .returning(['name', 'since', 'notified_at'])
    .execute()
  const known = over.filter((trouble) => trouble.notified_at !== null)
  if (names.length === 0) return known
  await tx
    .insertInto('part_troubles')
    .values(names.map((name) => ({ name })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return known
}

/** The troubles that have lasted for a minute and that nobody was notified of; the caller notifies in the same transaction. */
export function claimUnnotified(tx: Tx): Promise<PartTrouble[]> {
  return tx
    .updateTable('part_troubles')
    .set({ notified_at: sql<Date>`now()` })
    .where('notified_at', 'is', null)
    .where('since', '<=', sql<Date>`now() - interval '50 seconds'`)
    .returning(['name', 'since'])
    .execute()
}
