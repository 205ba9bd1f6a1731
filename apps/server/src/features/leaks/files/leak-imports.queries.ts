import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../db/database.ts'
import type { Row } from '../../../db/rows.ts'

/** How far an import has read its file. */
export interface ImportProgress {
  id: string
  bytes: number
  counts: { lines: number; kept: number; added: number }
}

/** Finds or creates the record of an import. Index: unique (company_id, file). */
export async function findOrAddImport(
  tx: Tx,
  companyId: number,
  known: Pick<Row<'leak_imports'>, 'file' | 'name' | 'leak_type'>,
) {
  await tx
    .insertInto('leak_imports')
    .values({ company_id: companyId, id: randomUUID(), ...known, finished_at: null })
    .onConflict((conflict) => conflict.columns(['company_id', 'file']).doNothing())
    .execute()
  return tx
    .selectFrom('leak_imports')
    .select(['id', 'bytes_read', 'rows_read', 'rows_kept', 'rows_added', 'finished_at'])
    .where('company_id', '=', companyId)
    .where('file', '=', known.file)
    .executeTakeFirstOrThrow()
}

/** Keeps how far an import has come. */
export async function setImportProgress(
  tx: Tx,
  companyId: number,
  { id, bytes, counts }: ImportProgress,
  isLast: boolean,
): Promise<void> {
  await tx
    .updateTable('leak_imports')
    .set({
      bytes_read: bytes,
      rows_read: counts.lines,
      rows_kept: counts.kept,
      rows_added: counts.added,
      ...(isLast ? { finished_at: new Date() } : {}),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}
