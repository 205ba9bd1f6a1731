import { sql } from 'kysely'
import { blockEntryKinds, type BlockFeedFile, type BlockFeeds } from '@signet/contract/takedowns/block-feeds'
import { minuteMs } from '@signet/contract/time'
import type { Tx } from '../../db/database.ts'
import { currentFeeds } from './current-feeds.ts'

/** One host or address of the feeds, of one or several takedowns. */
export interface BlockRow {
  kind: 'host' | 'url'
  value: string
  hasSubdomains: boolean
  threatType: string
  takedownId: string
  /** When it was first listed. */
  createdAt: Date
  /** Since when it has been listed without a break. */
  enteredAt: Date
  /** When it entered or left, last time. */
  modifiedAt: Date
  /** Null while it is listed. */
  leftAt: Date | null
}

const pageSize = 1000

/**
 * The hosts and addresses of a company by kind and value, each once. A page at a time is in memory. Index: block_entries_value.
 *
 * @param filter `kind` limits them to one kind; `hasLeft` includes those that are no longer listed
 */
export async function* readEntries(
  tx: Tx,
  companyId: number,
  { kind, hasLeft = false }: { kind?: BlockRow['kind']; hasLeft?: boolean } = {},
): AsyncGenerator<BlockRow[]> {
  // One kind at a time, because the planner only uses the order of the index for the second of two columns.
  for (const one of kind ? [kind] : blockEntryKinds) {
    let after = ''
    for (;;) {
      const { rows } = await sql<BlockRow>`
        select ${one} as kind, value, bool_and(has_subdomains) as "hasSubdomains",
          (array_agg(threat_type order by left_at nulls first, entered_at, takedown_id))[1] as "threatType",
          (array_agg(takedown_id order by left_at nulls first, entered_at, takedown_id))[1] as "takedownId",
          min(created_at) as "createdAt",
          coalesce(min(entered_at) filter (where left_at is null), min(entered_at)) as "enteredAt",
          max(greatest(entered_at, left_at)) as "modifiedAt",
          case when bool_and(left_at is not null) then max(left_at) end as "leftAt"
        from block_entries
        where company_id = ${companyId} and kind = ${one} and value > ${after} ${hasLeft ? sql`` : sql`and left_at is null`}
        group by value order by value limit ${pageSize}`.execute(tx)
      if (rows.length > 0) yield rows
      const end = rows.at(-1)
      if (!end || rows.length < pageSize) break
      after = end.value
    }
  }
}

/** A generated file of the feeds, if it contains their last change. Index: block_feed_files_pkey. */
export function findFile(tx: Tx, companyId: number, file: BlockFeedFile, changedAt: Date) {
  return tx
    .selectFrom('block_feed_files')
    .select(['sha256', 'size'])
    .where('company_id', '=', companyId)
    .where('file', '=', file)
    .where('changed_at', '=', changedAt)
    .executeTakeFirst()
}

export async function putFile(
  tx: Tx,
  companyId: number,
  file: BlockFeedFile,
  made: { changed_at: Date; sha256: string; size: number },
): Promise<void> {
  await tx
    .insertInto('block_feed_files')
    .values({ company_id: companyId, file, ...made, fetched_at: null, key_name: null })
    .onConflict((conflict) => conflict.columns(['company_id', 'file']).doUpdateSet(made))
    .execute()
}

/** Records who fetched a file, to the minute, so that frequent requests don't each cause a write. */
export async function recordFetch(tx: Tx, companyId: number, file: BlockFeedFile, keyName: string): Promise<void> {
  await sql`
    insert into block_feed_files as f (company_id, file, fetched_at, key_name)
    values (${companyId}, ${file}, now(), ${keyName})
    on conflict (company_id, file) do update set fetched_at = excluded.fetched_at, key_name = excluded.key_name
    where f.fetched_at is null or f.key_name <> excluded.key_name
      or f.fetched_at < ${new Date(Date.now() - minuteMs)}::timestamptz`.execute(tx)
}

/** The figures of the feeds, and when each file was last fetched. */
export async function feedFigures(tx: Tx, companyId: number) {
  const { rows } = await sql<Pick<BlockFeeds, 'hosts' | 'urls' | 'hasKey'>>`
    select count(distinct value) filter (where kind = 'host')::int as hosts,
      count(distinct value) filter (where kind = 'url')::int as urls,
      exists (select from api_keys where company_id = ${companyId} and 'feeds' = any (scopes) and ended_at is null
        and (expires_at is null or expires_at > now())) as "hasKey"
    from block_entries where company_id = ${companyId} and left_at is null`.execute(tx)
  const fetched = await tx
    .selectFrom('block_feed_files')
    .select(['file', 'fetched_at', 'key_name'])
    .where('company_id', '=', companyId)
    .execute()
  return { ...rows[0], fetched }
}

/** Brings feeds that somebody has fetched up to date, and forgets the changes of all others: their first request reads everything. */
export async function deleteChanges(tx: Tx, companyId: number): Promise<void> {
  const feeds = await tx.selectFrom('block_feeds').select('changed_at').where('company_id', '=', companyId).execute()
  if (feeds.length > 0) await currentFeeds(tx, companyId)
  else await tx.deleteFrom('block_changes').where('company_id', '=', companyId).execute()
}
