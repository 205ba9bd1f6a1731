import type { Tx } from '../../db/database.ts'
import type { NewRow } from '../../db/rows.ts'

/** A company has a few accounts on each platform. */
const photosMax = 500

/** The hashes of the profile pictures of the company's own accounts, newest first. Index: official_photos_pkey. */
export async function officialPhotos(tx: Tx, companyId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('official_photos')
    .select('hash')
    .where('company_id', '=', companyId)
    .orderBy('seen_at', 'desc')
    .orderBy('source')
    .orderBy('handle')
    .limit(photosMax)
    .execute()
  return rows.map(({ hash }) => hash)
}

/** Keeps the present picture of an account. */
export async function putOfficialPhoto(
  tx: Tx,
  photo: Pick<NewRow<'official_photos'>, 'company_id' | 'source' | 'handle' | 'hash'>,
): Promise<void> {
  await tx
    .insertInto('official_photos')
    .values(photo)
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'source', 'handle'])
        .doUpdateSet((row) => ({ hash: row.ref('excluded.hash'), seen_at: row.ref('excluded.seen_at') })),
    )
    .execute()
}
