import type { Tx } from '../../db/database.ts'

/** The newest logo of a company in a format that can be printed, if there is one. Index: files_owner. */
export function findLogo(tx: Tx, companyId: number) {
  return tx
    .selectFrom('files')
    .select(['sha256', 'size', 'type'])
    .where('company_id', '=', companyId)
    .where('owner_kind', '=', 'logo')
    .where('type', 'in', ['image/png', 'image/jpeg', 'image/svg+xml'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
