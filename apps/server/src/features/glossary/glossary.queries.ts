import type { Tx } from '../../db/database.ts'
import type { NewRow } from '../../db/rows.ts'

/** A stored entry, locked; built-in entries that were never changed aren't stored. Index: glossary_entries_pkey. */
export function lockGlossaryEntry(tx: Tx, entryId: string) {
  return tx
    .selectFrom('glossary_entries')
    .select(['version', 'is_hidden'])
    .where('id', '=', entryId)
    .forUpdate()
    .executeTakeFirst()
}

type Entry = NewRow<'glossary_entries'>

/** Adds an entry or replaces it. */
export async function putEntry(tx: Tx, entryId: string, entry: Omit<Entry, 'id'>): Promise<void> {
  await tx
    .insertInto('glossary_entries')
    .values({ id: entryId, ...entry })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...entry, updated_at: new Date() }))
    .execute()
}

/** Hides a built-in entry. */
export async function hideEntry(tx: Tx, entry: Pick<Entry, 'id' | 'name' | 'category' | 'description'>): Promise<void> {
  await tx
    .insertInto('glossary_entries')
    .values({ ...entry, is_hidden: true })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((set) => ({ is_hidden: true, version: set('glossary_entries.version', '+', 1) })),
    )
    .execute()
}

/** Index: glossary_entries_pkey. */
export async function deleteEntry(tx: Tx, entryId: string): Promise<void> {
  await tx.deleteFrom('glossary_entries').where('id', '=', entryId).execute()
}
