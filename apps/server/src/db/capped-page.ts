import { sql, type Expression, type SelectQueryBuilder } from 'kysely'
import type { Page, Paging } from '@signet/contract/wire'
import type { Tx } from './database.ts'

/** Lists stop counting at this number. */
export const totalMax = 10_000

/**
 * How many rows a query finds; stops counting after `max`.
 *
 * @param rows without columns, because they would be read only to be counted
 */
export async function countUpTo(
  tx: Tx,
  rows: { limit: (max: number) => Expression<unknown> },
  max: number,
): Promise<number> {
  const counted = await sql<{ count: string }>`select count(*) as count from ${rows.limit(max)} as found`.execute(tx)
  return Number(counted.rows[0]?.count)
}

/**
 * A page of a list that is counted to its end.
 *
 * @param found the rows without columns, because they would be read only to be counted
 * @param sorted the same rows with their columns and order
 */
export async function countedPage<DB, TB extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, TB, unknown>,
  sorted: SelectQueryBuilder<DB, TB, Row>,
  { pageNumber, limit }: Paging,
): Promise<Page<Row>> {
  const counted = found.select((select) => select.fn.countAll<string>().as('count')).$castTo<{ count: string }>()
  const { count } = await counted.executeTakeFirstOrThrow()
  const items = await sorted
    .limit(limit)
    .offset((pageNumber - 1) * limit)
    .execute()
  return { items, total: Number(count), pageNumber, limit }
}

/** A page of a list whose total is capped. */
export function cappedPage<T>(items: T[], count: number, { pageNumber, limit }: Paging): Page<T> {
  return {
    items,
    total: Math.min(count, totalMax),
    ...(count > totalMax ? { totalIsCapped: true } : {}),
    pageNumber,
    limit,
  }
}

/** The ids of a page of a search, with its count; `isCut` if there may be matches that are older than those it has covered. */
export interface FoundIds {
  ids: string[]
  count: number
  isCut: boolean
}

/** A page of a search. */
export const foundPage = <T>(items: T[], { count, isCut }: FoundIds, paging: Paging): Page<T> => ({
  ...cappedPage(items, count, paging),
  ...(isCut ? { totalIsCapped: true } : {}),
})

/** Like `cappedPage`, but counts nothing if the total follows from the page itself because it is the last one. */
export async function pageCountedBy<T>(items: T[], paging: Paging, count: () => Promise<number>): Promise<Page<T>> {
  const isLast = items.length < paging.limit && (items.length > 0 || paging.pageNumber === 1)
  return cappedPage(items, isLast ? (paging.pageNumber - 1) * paging.limit + items.length : await count(), paging)
}
