import { buffer } from 'node:stream/consumers'
import type { Tx } from '../../db/database.ts'
import type { FileStore } from '../../files/file-store.ts'

const logoBytesMax = 2 * 1024 * 1024

/** The newest logo of a company in a printable format, if there is one. Index: files_owner. */
export async function findLogo(tx: Tx, files: FileStore, companyId: number): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('files')
    .select(['sha256', 'size'])
    .where('company_id', '=', companyId)
    .where('owner_kind', '=', 'logo')
    .where('type', 'in', ['image/png', 'image/jpeg'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const stream = row && row.size <= logoBytesMax ? await files.open(row.sha256) : null
  return stream && (await buffer(stream))
}
