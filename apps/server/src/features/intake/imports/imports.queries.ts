import { sql, type Updateable } from 'kysely'
import type { ImportState } from '@signet/contract/collection/imports'
import type { Page, TimePaging } from '@signet/contract/wire'
import { countUpTo, pageCountedBy, totalMax } from '../../../db/capped-page.ts'
import type { Tx } from '../../../db/database.ts'
import type { NewRow, Row } from '../../../db/rows.ts'
import type { Tables } from '../../../db/tables.ts'

export type ImportRow = Row<'imports'>

/** An import, and the worker that works on it. */
export type ImportRun = Pick<ImportRow, 'company_id' | 'id' | 'run'>

/** Index: imports_pkey. */
export const findImport = (tx: Tx, companyId: number, importId: string) =>
  ofImport(tx, companyId, importId).executeTakeFirst()

const ofImport = (tx: Tx, companyId: number, importId: string) =>
  tx.selectFrom('imports').selectAll().where('company_id', '=', companyId).where('id', '=', importId)

export const insertImport = (tx: Tx, row: NewRow<'imports'>) =>
  tx.insertInto('imports').values(row).returningAll().executeTakeFirstOrThrow()

/** Without what only one import shows. Index: imports_created. */
export async function importsPage(tx: Tx, companyId: number, query: TimePaging): Promise<Page<ImportRow>> {
  const rows = tx.selectFrom('imports').where('company_id', '=', companyId)
  const items = await rows
    .selectAll()
    .orderBy('created_at', query.sortDirection)
    .orderBy('id', query.sortDirection)
    .limit(query.limit)
    .offset((query.pageNumber - 1) * query.limit)
    .execute()
  return pageCountedBy(items, query, () => countUpTo(tx, rows, totalMax + 1))
}

/** Changes an import in one of these states; undefined if it is in another one. Index: imports_pkey. */
export function changeImport(
  tx: Tx,
  companyId: number,
  importId: string,
  states: readonly ImportState[],
  change: Updateable<Tables['imports']>,
): Promise<ImportRow | undefined> {
  return tx
    .updateTable('imports')
    .set(change)
    .where('company_id', '=', companyId)
    .where('id', '=', importId)
    .where('state', 'in', states)
    .returningAll()
    .executeTakeFirst()
}

/** Records the progress of a run; false if the import was cancelled or another worker has it. Index: imports_pkey. */
export async function setRun(tx: Tx, run: ImportRun, change: Updateable<Tables['imports']>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set(change)
    .where('company_id', '=', run.company_id)
    .where('id', '=', run.id)
    .where('run', '=', run.run)
    .where('state', 'in', ['running', 'undoing'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Remembers which of the proposed threats were added: those that exist under their new ids. Indexes: threats_pkey, imported_threats_pkey.
 */
export async function rememberAdded(tx: Tx, { company_id: companyId, id }: ImportRun, proposed: readonly string[]) {
  await sql`insert into imported_threats (company_id, import_id, threat_id)
    select company_id, ${id}::uuid, id from threats where company_id = ${companyId} and id = any (${proposed}::uuid[])`.execute(
    tx,
  )
}
