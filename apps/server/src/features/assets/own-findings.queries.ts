import { sql } from 'kysely'
import type { OwnAsset, OwnFindings } from '@signet/contract/threats/own-assets'
import type { AnySource } from '@signet/contract/threats/sources'
import type { Page, SortedPaging } from '@signet/contract/wire'
import { compileOwnAssets, type OwnAssets } from '@signet/detection'
import { countUpTo, pageCountedBy, totalMax } from '../../db/capped-page.ts'
import type { Tx } from '../../db/database.ts'
import { findAssets } from './assets.queries.ts'

/** A finding that was the company's own. */
export interface OwnFinding {
  source: AnySource
  asset: OwnAsset
}

/** What the company owns, prepared for `ownAssetOf`. Indexes: brands_pkey, company_assets_pkey. */
export const findOwnAssets = async (tx: Tx, companyId: number): Promise<OwnAssets> =>
  compileOwnAssets(await findAssets(tx, companyId))

/** Counts findings that were not reported because they are the company's own. Index: own_findings_pkey. */
export async function countOwnFindings(
  tx: Tx,
  companyId: number,
  found: readonly OwnFinding[],
  now: Date,
): Promise<void> {
  const counts = new Map<string, OwnFinding & { count: number }>()
  for (const finding of found) {
    const key = `${finding.source} ${finding.asset.kind} ${finding.asset.value}`
    const known = counts.get(key)
    if (known) known.count += 1
    else counts.set(key, { ...finding, count: 1 })
  }
  if (counts.size === 0) return
  // In the order of the key, so that two writers never wait for each other.
  const rows = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
  await sql`
    insert into own_findings (company_id, source, kind, value, suppressions, last_suppressed_at)
    select ${companyId}, f.source, f.kind, f.value, f.count, ${now}::timestamptz
    from unnest(${rows.map(({ source }) => source)}::text[], ${rows.map(({ asset }) => asset.kind)}::text[],
      ${rows.map(({ asset }) => asset.value)}::text[], ${rows.map(({ count }) => count)}::int[])
      as f (source, kind, value, count)
    on conflict (company_id, source, kind, value) do update set
      suppressions = own_findings.suppressions + excluded.suppressions,
      last_suppressed_at = greatest(own_findings.last_suppressed_at, excluded.last_suppressed_at)`.execute(tx)
}

const sortColumn = { lastSuppressedAt: 'last_suppressed_at', suppressions: 'suppressions', value: 'value' } as const

/** A page of the assets that findings were suppressed for. Index: own_findings_pkey; a company has at most some thousand rows. */
export async function ownFindingsPage(
  tx: Tx,
  companyId: number,
  query: SortedPaging<keyof typeof sortColumn>,
): Promise<Page<OwnFindings>> {
  const rows = await tx
    .selectFrom('own_findings')
    .select(['source', 'kind', 'value', 'suppressions', 'last_suppressed_at'])
    .where('company_id', '=', companyId)
    .orderBy(sortColumn[query.sortField], query.sortDirection)
    .orderBy('source')
    .orderBy('kind')
    .orderBy('value')
    .limit(query.limit)
    .offset((query.pageNumber - 1) * query.limit)
    .execute()
  const items = rows.map(({ last_suppressed_at: lastSuppressedAt, ...row }) => ({
    ...row,
    lastSuppressedAt: lastSuppressedAt.toISOString(),
  }))
  const counted = tx.selectFrom('own_findings').where('company_id', '=', companyId)
  return pageCountedBy(items, query, () => countUpTo(tx, counted, totalMax + 1))
}
