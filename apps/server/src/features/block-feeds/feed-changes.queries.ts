import { authorisedTakedownStatuses } from '@signet/contract/takedowns/takedown-status'
import type { Tx } from '../../db/database.ts'
import { sql } from 'kysely'

/** How long an entry that has left the feeds is kept, so that platforms learn of its end. */
const leftForDays = 30
/** Takedowns per statement. */
export const batchSize = 500

/** The state of a company's feeds. */
export interface State {
  changedAt: Date
  now: Date
  hasExpired: boolean
  isBehind: boolean
}

/** Adds the feeds of a company; false if it has them. */
export async function addFeeds(tx: Tx, companyId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('block_feeds')
    .values({ company_id: companyId, changed_at: sql`date_trunc('second', now())`, checked_at: sql`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Nobody changes the feeds, or generates a file of them, before the transaction ends. */
export async function lockFeeds(tx: Tx, companyId: number): Promise<void> {
  await sql`select from block_feeds where company_id = ${companyId} for update`.execute(tx)
}

/** Nothing if the company has no feeds yet. Indexes: block_feeds_pkey, block_changes_pkey. */
export async function feedState(tx: Tx, companyId: number): Promise<State | undefined> {
  const { rows } = await sql<State>`
    with state as (
      select changed_at, exists (
        select from allow_entries where company_id = ${companyId} and expires_at > checked_at and expires_at <= now()
      ) as has_expired
      from block_feeds where company_id = ${companyId}
    )
    select changed_at as "changedAt", now() as now, has_expired as "hasExpired",
      has_expired or exists (select from block_changes where company_id = ${companyId})
        or exists (select from block_entries where company_id = ${companyId}
          and left_at < now() - make_interval(days => ${leftForDays})) as "isBehind"
    from state`.execute(tx)
  return rows[0]
}

/** Takes the takedowns that changed since the feeds were checked; null is for all of them. */
export function takeChanges(tx: Tx, companyId: number) {
  return tx.deleteFrom('block_changes').where('company_id', '=', companyId).returning('takedown_id').execute()
}

/** Keeps when the feeds were checked; returns when they last changed. */
export async function setChecked(
  tx: Tx,
  companyId: number,
  checkedAt: Date,
  hasChanged: boolean,
): Promise<Date | undefined> {
  // By time zone, because a time plus an interval isn't immutable, and Citus refuses that in an update.
  const changedAt = hasChanged
    ? sql`greatest(date_trunc('second', now()), (changed_at at time zone 'UTC' + interval '1 second') at time zone 'UTC')`
    : sql`changed_at`
  const { rows } = await sql<{ changed_at: Date }>`
    update block_feeds set checked_at = greatest(checked_at, ${checkedAt}), changed_at = ${changedAt}
    where company_id = ${companyId} returning changed_at`.execute(tx)
  return rows[0]?.changed_at
}

/** The company's own accounts on platforms. */
export async function ownHandles(tx: Tx, companyId: number) {
  const brands = await tx.selectFrom('brands').select('handles').where('company_id', '=', companyId).execute()
  return brands.flatMap(({ handles }) => handles)
}

/** The domains above the hosts that the allow list covers. */
export async function domainsAboveAllowed(tx: Tx, companyId: number): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    select distinct array_to_string(labels[place:], '.') as host
    from (select string_to_array(value, '.') as labels from allow_entries
      where company_id = ${companyId} and kind in ('domain', 'host') and (expires_at is null or expires_at > now())) e
    cross join lateral generate_series(2, cardinality(labels) - 1) as place`.execute(tx)
  return rows.map(({ host }) => host)
}

/** Every takedown that lists or should list something, in batches. Index: takedowns_pkey. */
export async function* everyTakedown(tx: Tx, companyId: number): AsyncGenerator<string[]> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select id from takedowns t where company_id = ${companyId} and id > ${last}
        and (status in (${sql.join(authorisedTakedownStatuses)}) or exists (
          select from block_entries e where e.company_id = ${companyId} and e.takedown_id = t.id and e.left_at is null))
      order by id limit ${batchSize}`.execute(tx)
    const end = rows.at(-1)
    if (!end) return
    yield rows.map(({ id }) => id)
    last = end.id
  }
}

/** The threats of those takedowns that list their target. Index: takedowns_pkey. */
export function listableCases(tx: Tx, companyId: number, takedownIds: readonly string[]) {
  return tx
    .selectFrom('takedowns')
    .innerJoin('threats', (join) =>
      join.onRef('threats.company_id', '=', 'takedowns.company_id').onRef('threats.id', '=', 'takedowns.threat_id'),
    )
    .select('takedowns.id')
    .select(['threats.source', 'threats.fields', 'threats.url', 'threats.class', 'threats.threat_type'])
    .where('takedowns.company_id', '=', companyId)
    .where(sql<boolean>`takedowns.id = any (${takedownIds}::uuid[])`)
    .where('takedowns.status', 'in', authorisedTakedownStatuses)
    .execute()
}

/** An entry of the feeds. */
export interface Wanted {
  takedownId: string
  kind: 'host' | 'url'
  value: string
  hasSubdomains: boolean
  threatType: string
}

/** Lists these entries of the takedowns and ends their others; returns how many changed. Index: block_entries_pkey. */
export async function putListed(
  tx: Tx,
  companyId: number,
  takedownIds: readonly string[],
  wanted: readonly Wanted[],
): Promise<number> {
  const columns = sql`unnest(${wanted.map(({ takedownId }) => takedownId)}::uuid[], ${wanted.map(({ kind }) => kind)}::text[],
    ${wanted.map(({ value }) => value)}::text[], ${wanted.map(({ hasSubdomains }) => hasSubdomains)}::boolean[],
    ${wanted.map(({ threatType }) => threatType)}::text[])`
  // Citus counts what was selected, not what was changed; so each changed row returns one.
  const listed = await sql`
    insert into block_entries as e (company_id, takedown_id, kind, value, has_subdomains, threat_type)
    select ${companyId}, w.* from ${columns} as w
    on conflict (company_id, takedown_id, kind, value) do update
    set left_at = null, entered_at = case when e.left_at is null then e.entered_at else excluded.entered_at end,
      has_subdomains = excluded.has_subdomains, threat_type = excluded.threat_type
    where e.left_at is not null
      or (e.has_subdomains, e.threat_type) is distinct from (excluded.has_subdomains, excluded.threat_type)
    returning 1`.execute(tx)
  const left = await sql`
    update block_entries e set left_at = now()
    where company_id = ${companyId} and takedown_id = any (${takedownIds}::uuid[]) and left_at is null
      and not exists (select from ${columns} as w (takedown_id, kind, value, has_subdomains, threat_type)
        where w.takedown_id = e.takedown_id and w.kind = e.kind and w.value = e.value)`.execute(tx)
  return listed.rows.length + Number(left.numAffectedRows ?? 0)
}

/** Deletes entries that left the feeds long ago; returns how many. */
export async function deleteOld(tx: Tx, companyId: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('block_entries')
    .where('company_id', '=', companyId)
    .where('left_at', '<', sql<Date>`now() - make_interval(days => ${leftForDays})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
