import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { CountChanges, countedColumns } from './list/leak-counts.queries.ts'

/** Rows per statement: short locks, and little to repeat after a kill. */
export const batchRows = 2_000

/** Deletes the passwords of leaks added before an instant; that there was a password remains recorded. Index: leaks_sealed. */
export async function forgetPasswords(tx: Tx, companyId: number, before: Date): Promise<number> {
  const ids = await oldestIds(tx, companyId, before, { isSealed: true })
  await tx
    .updateTable('leaks')
    .set({ secret: null, hint: null })
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .execute()
  return ids.length
}

/** Deletes leaks added before an instant, with their figures; returns how many. Index: leaks_added. */
export async function deleteLeaks(tx: Tx, companyId: number, before: Date): Promise<number> {
  const ids = await oldestIds(tx, companyId, before, { isSealed: false })
  const deleted = await tx
    .deleteFrom('leaks')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .returning(countedColumns)
    .execute()
  const changes = new CountChanges()
  for (const leak of deleted) changes.add(leak, -1)
  await changes.write(tx, companyId)
  return ids.length
}

/** A separate statement, because a sub-select might be run again for every row. */
async function oldestIds(tx: Tx, companyId: number, before: Date, { isSealed }: { isSealed: boolean }) {
  const rows = await tx
    .selectFrom('leaks')
    .select('id')
    .where('company_id', '=', companyId)
    .where('added_at', '<', before)
    .$if(isSealed, (query) => query.where('secret', 'is not', null))
    .orderBy('added_at')
    .orderBy('id')
    .limit(batchRows)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}
