import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import type { NamedFile } from '../../files/file-store.ts'

/** An official domain of a brand. */
export interface BrandHost {
  brandId: string
  host: string
}

/** Active companies; the domains of the demo companies are fictional. */
export async function companiesWithPages(database: Database): Promise<number[]> {
  const rows = await database.inIdentity((tx) =>
    tx
      .selectFrom('companies')
      .select('id')
      .where('is_active', '=', true)
      .where('is_demo', '=', false)
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ id }) => id)
}

/** The first official domains of each brand that were not captured since, those that never were first. Index: official_pages_pkey. */
export async function hostsToCapture(
  tx: Tx,
  companyId: number,
  { since, perBrand, max }: { since: Date; perBrand: number; max: number },
): Promise<BrandHost[]> {
  const { rows } = await sql<BrandHost>`
    select b.id as "brandId", o.host
    from brands b
    cross join unnest(b.official[1:${perBrand}::int]) with ordinality as o (host, place)
    left join official_pages p on p.company_id = b.company_id and p.brand_id = b.id and p.host = o.host
    where b.company_id = ${companyId} and (p.checked_at is null or p.checked_at < ${since})
    order by p.checked_at nulls first, b.place, b.id, o.place limit ${max}`.execute(tx)
  return rows
}

/**
 * Replaces the capture of a brand's own page; without pieces, the previous one is kept. Indexes: official_pages_pkey, files_owner.
 *
 * @returns false if the brand was deleted
 */
export async function putOfficialPage(
  tx: Tx,
  companyId: number,
  { brandId, host }: BrandHost,
  pieces: readonly NamedFile[],
  now: Date,
): Promise<boolean> {
  const brand = await tx
    .selectFrom('brands')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', brandId)
    .forUpdate()
    .executeTakeFirst()
  if (!brand) return false
  const captured = pieces.length > 0 ? { captured_at: now } : {}
  await tx
    .insertInto('official_pages')
    .values({ company_id: companyId, brand_id: brandId, host, checked_at: now, captured_at: null, ...captured })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'brand_id', 'host']).doUpdateSet({ checked_at: now, ...captured }),
    )
    .execute()
  if (pieces.length === 0) return true
  await tx
    .deleteFrom('files')
    .where('company_id', '=', companyId)
    .where('owner_kind', '=', 'officialPage')
    .where('owner_id', '=', brandId)
    .where(sql<boolean>`starts_with(name, ${nameOf(host, '')})`)
    .execute()
  await tx
    .insertInto('files')
    .values(
      pieces.map(({ name, type, size, sha256 }) => ({
        company_id: companyId,
        id: randomUUID(),
        owner_kind: 'officialPage' as const,
        owner_id: brandId,
        name: nameOf(host, name),
        type,
        size,
        sha256,
        created_by: null,
        created_by_name: 'Signet',
      })),
    )
    .execute()
  return true
}

/** A name of a file has 200 characters. */
const hostMax = 120
/** The host and what the piece is; a long host is shortened at its start. */
const nameOf = (host: string, name: string) => `${host.slice(-hostMax)} ${name}`
