import { sql } from 'kysely'
import type { RowPage } from '@signet/contract/wire'
import { totalMax } from '../../../db/capped-page.ts'
import type { Tx } from '../../../db/database.ts'
import { placedByField } from './field-order.queries.ts'
import {
  matchingThreats,
  whereMatched,
  whereThreats,
  type ThreatFilter,
  type ThreatScope,
} from './threat-filter.queries.ts'
import { isFieldSort, orderOf, selectListed, type ListedRow, type ThreatPaging } from '../threats.queries.ts'

/**
 * A row of a list in which similar threats are combined: the first of them, how many there are, and the highest severity of those that are
 * open, or 0.
 */
export type CollapsedRow = ListedRow & { similar: number; worst: number }

/**
 * One page of threats in which similar ones share a row: the first of them in the order of the list, among those that match the filter. The
 * matches are read once, from the index of the order, for the page and both totals; at most the 10,000 that a list counts, so that a
 * company of a million threats takes as long as one of 10,000.
 *
 * Indexes: as `listThreatRows`; only of rows that combine several are the members looked up, by their id.
 */
export async function listCollapsedRows(
  tx: Tx,
  scope: ThreatScope,
  filter: ThreatFilter,
  paging: ThreatPaging,
): Promise<RowPage<CollapsedRow>> {
  const columns = orderOf(scope, filter, paging)
  const direction = paging.sortDirection
  const order = sql.join(
    columns.map((column) => sql`${typeof column === 'string' ? sql.ref(column) : column} ${sql.raw(direction)}`),
  )
  const matching = filter.searchQuery ? matchingThreats(scope, filter) : null
  const narrowed = matching
    ? { ...filter, searchQuery: undefined, only: sql<string[]>`array(select matched.id from matched)` }
    : filter
  const { sortField } = paging
  const placed =
    isFieldSort(sortField) && placedByField(tx, scope, narrowed, { field: sortField, direction }, totalMax + 1)
  const threats = matching ? whereMatched(tx, scope, filter) : whereThreats(tx.selectFrom('threats'), scope, filter)
  const found = threats
    .select(['threats.id', 'threats.similar_key', sql<string>`row_number() over (order by ${order})`.as('place')])
    .$call((query) => columns.reduce((sorted, column) => sorted.orderBy(column, direction), query))
    .limit(totalMax + 1)
  const { rows } = await sql<{
    heads: { id: string; similar: number; worst: number }[]
    total: number
    count: number
    isCut: boolean
  }>`
    with ${matching ? sql`matched as materialized (${matching}),` : sql``}
    ${placed ? sql`${placed}, found as (select * from placed),` : sql`found as materialized (${found}),`}
    heads as materialized (
      select similar_key, min(place) as place, count(*)::int as similar
      from found where place <= ${totalMax} group by similar_key
    ),
    page as (select * from heads order by place limit ${paging.limit} offset ${(paging.pageNumber - 1) * paging.limit}),
    worst as (
      select similar_key, max(open.severity) as severity
      from (select similar_key from page where page.similar > 1) as several
        join found using (similar_key)
        cross join lateral (
          select severity from threats
          where company_id = ${scope.companyId} and id = found.id and status = 'open' limit 1
        ) as open
      where found.place <= ${totalMax}
      group by similar_key
    )
    select
      (select coalesce(json_agg(json_build_object(
          'id', found.id, 'similar', page.similar, 'worst', coalesce(worst.severity, 0))), '[]')
        from page join found using (place) left join worst on worst.similar_key = page.similar_key) as heads,
      (select count(*)::int from heads) as total,
      (select count(*)::int from found) as count,
      ${matching ? sql`(select count(*) > ${totalMax} from matched)` : sql`false`} as "isCut"`.execute(tx)
  const { heads = [], total = 0, count = 0, isCut = false } = rows[0] ?? {}
  const headOf = new Map(heads.map(({ id, ...head }) => [id, head]))
  const items =
    heads.length === 0
      ? []
      : await selectListed(tx, scope)
          .where('threats.id', 'in', [...headOf.keys()])
          .$call((query) => columns.reduce((sorted, column) => sorted.orderBy(column, direction), query))
          .execute()
  return {
    items: items.map((row) => ({ ...row, ...(headOf.get(row.id) ?? { similar: 1, worst: 0 }) })),
    total,
    matching: Math.min(count, totalMax),
    ...(count > totalMax || isCut ? { totalIsCapped: true } : {}),
    pageNumber: paging.pageNumber,
    limit: paging.limit,
  }
}
