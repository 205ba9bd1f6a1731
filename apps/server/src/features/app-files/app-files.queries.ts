import type { Updateable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import type { Tables } from '../../db/tables.ts'

export type AppFileRow = Row<'app_files'>

/** Index: app_files_pkey. */
export const findAppFile = (tx: Tx, companyId: number, appFileId: string) =>
  tx
    .selectFrom('app_files')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', appFileId)
    .executeTakeFirst()

export const insertAppFile = (tx: Tx, row: NewRow<'app_files'>) =>
  tx.insertInto('app_files').values(row).returningAll().executeTakeFirstOrThrow()

/** Changes a file that is being read; nothing if another worker was faster. Index: app_files_pkey. */
export async function endReading(
  tx: Tx,
  companyId: number,
  appFileId: string,
  change: Updateable<Tables['app_files']>,
): Promise<void> {
  await tx
    .updateTable('app_files')
    .set(change)
    .where('company_id', '=', companyId)
    .where('id', '=', appFileId)
    .where('state', '=', 'reading')
    .execute()
}

/** Stores the file that an address sent; false if another worker was faster. Index: app_files_pkey. */
export async function setFetched(
  tx: Tx,
  companyId: number,
  appFileId: string,
  file: Pick<NewRow<'app_files'>, 'sha256' | 'type' | 'size' | 'name'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app_files')
    .set(file)
    .where('company_id', '=', companyId)
    .where('id', '=', appFileId)
    .where('state', '=', 'reading')
    .where('sha256', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const iconsMax = 200

/** The hashes of the icons of the company's own apps, newest first. Index: app_files_own. */
export async function ownIconHashes(tx: Tx, companyId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('app_files')
    .select('icon_hash')
    .where('company_id', '=', companyId)
    .where('is_own', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(iconsMax)
    .execute()
  return rows.flatMap(({ icon_hash: hash }) => hash ?? [])
}
