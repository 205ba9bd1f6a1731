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

const iconsMax = 200

/** The hashes of the icons of apps that the company signed, newest first. Index: app_files_own. */
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
