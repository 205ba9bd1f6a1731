import type { Tx } from '../../../db/database.ts'

/** The bookmark of a person on a threat. Index: bookmarks_pkey. */
interface Mark {
  companyId: number
  userId: string
  threatId: string
}

/** Adds a bookmark; false if there is one. */
export async function insertBookmark(tx: Tx, mark: Mark, note: string | null): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bookmarks')
    .values({ company_id: mark.companyId, user_id: mark.userId, threat_id: mark.threatId, note })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Changes the note of a bookmark; false if it is the same. */
export async function changeNote(tx: Tx, mark: Mark, note: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bookmarks')
    .set({ note })
    .where('company_id', '=', mark.companyId)
    .where('user_id', '=', mark.userId)
    .where('threat_id', '=', mark.threatId)
    .where('note', 'is distinct from', note)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes a bookmark; false if there is none. */
export async function deleteBookmark(tx: Tx, mark: Mark): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('bookmarks')
    .where('company_id', '=', mark.companyId)
    .where('user_id', '=', mark.userId)
    .where('threat_id', '=', mark.threatId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
