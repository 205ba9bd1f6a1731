import { sql } from 'kysely'
import { openTakedownStatuses, type TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import type { Tx } from '../../db/database.ts'

/** A block list to query for the target of a takedown. */
export interface DueListing {
  takedownId: string
  threatId: string
  status: TakedownStatus
  host: string
  list: string
}

/**
 * Up to 200 pairs of an open takedown and a list without an answer since an instant, the longest without one first. Indexes:
 * takedowns_open_uq, takedown_listings_pkey.
 */
export async function dueListings(
  tx: Tx,
  companyId: number,
  lists: readonly string[],
  since: Date,
): Promise<DueListing[]> {
  const { rows } = await sql<DueListing>`
    select takedowns.id as "takedownId", takedowns.threat_id as "threatId", takedowns.status, watches.host, lists.list
    from takedowns
    join domain_watches watches on watches.company_id = ${companyId} and watches.threat_id = takedowns.threat_id
    cross join unnest(${[...lists]}::text[]) as lists(list)
    left join takedown_listings listings on listings.company_id = ${companyId}
      and listings.takedown_id = takedowns.id and listings.list = lists.list
    where takedowns.company_id = ${companyId} and takedowns.status = any(${[...openTakedownStatuses]})
      and (listings.checked_at is null or listings.checked_at < ${since})
    order by listings.checked_at nulls first, takedowns.id, lists.list
    limit 200`.execute(tx)
  return rows
}

/** What a block list answers about a target. */
export interface ListAnswer {
  list: string
  isListed: boolean
  at: Date
}

/** Stores the answer of a list; the first listing stays as it is. Returns whether the answer before was that it is listed. */
export async function putListing(
  tx: Tx,
  companyId: number,
  takedownId: string,
  { list, isListed, at }: ListAnswer,
): Promise<boolean> {
  const known = await tx
    .selectFrom('takedown_listings')
    .select('is_listed')
    .where('company_id', '=', companyId)
    .where('takedown_id', '=', takedownId)
    .where('list', '=', list)
    .forUpdate()
    .executeTakeFirst()
  const answer = { is_listed: isListed, checked_at: at }
  const firstListedAt = isListed ? at : null
  await tx
    .insertInto('takedown_listings')
    .values({ company_id: companyId, takedown_id: takedownId, list, ...answer, first_listed_at: firstListedAt })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'takedown_id', 'list']).doUpdateSet({
        ...answer,
        first_listed_at: sql<Date | null>`coalesce(takedown_listings.first_listed_at, ${firstListedAt})`,
      }),
    )
    .execute()
  return known?.is_listed ?? false
}

/** What the block lists answered for the target of a takedown, by name of the list. Index: takedown_listings_pkey. */
export async function listingsOf(tx: Tx, companyId: number, takedownId: string): Promise<TakedownDetail['blockLists']> {
  const rows = await tx
    .selectFrom('takedown_listings')
    .select(['list', 'is_listed', 'first_listed_at', 'checked_at'])
    .where('company_id', '=', companyId)
    .where('takedown_id', '=', takedownId)
    .orderBy('list')
    .execute()
  return rows.map((row) => ({
    list: row.list,
    isListed: row.is_listed,
    firstListedAt: row.first_listed_at?.toISOString() ?? null,
    checkedAt: row.checked_at.toISOString(),
  }))
}
