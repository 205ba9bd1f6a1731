import type { Tx } from '../../db/database.ts'

/** The entries of the glossary that were changed, added or hidden. */
export function storedEntries(tx: Tx) {
  return tx
    .selectFrom('glossary_entries')
    .select(['id', 'name', 'category', 'description', 'is_hidden', 'version'])
    .execute()
}
