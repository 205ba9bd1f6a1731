import { sql } from 'kysely'
import { openTakedownStatuses, type TakedownStatus } from '@signet/contract/takedowns/takedowns'
import { blockNamesOf, normaliseName, seenIn } from '@signet/detection'
import type { Tx } from '../../db/database.ts'
import type { ThreatRow } from '../../db/rows.ts'
import { suppressedBy } from '../allow-list/suppressed-by.ts'

/** Statuses in which a takedown lists its target: from the authorisation until the case is closed. */
const listedStatuses: readonly TakedownStatus[] = openTakedownStatuses.filter(
  (status) => status !== 'draft' && status !== 'awaiting_authorisation',
)
/** How long an entry that has left the feeds is kept, so that platforms learn of its end. */
const leftForDays = 30
const batchSize = 500

/**
 * When the feeds of a company last changed, after applying all changes of its takedowns, allow list and assets. Without changes it costs one
 * query. The transaction holds the lock on the feeds if it applied changes.
 */
export async function currentFeeds(tx: Tx, companyId: number): Promise<Date> {
  const known = await stateOf(tx, companyId)
  if (known && !known.isBehind) return known.changedAt
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('block_feeds')
    .values({ company_id: companyId, changed_at: sql`date_trunc('second', now())`, checked_at: sql`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  const isNew = numInsertedOrUpdatedRows === 1n
  await lockFeeds(tx, companyId)
  // Another request may have applied the changes while this one waited.
  const state = await stateOf(tx, companyId)
  if (!state) throw new Error('the row was just locked')
  const changes = await tx
    .deleteFrom('block_changes')
    .where('company_id', '=', companyId)
    .returning('takedown_id')
    .execute()
  const isForAll = isNew || state.hasExpired || changes.some(({ takedown_id: takedownId }) => takedownId === null)
  const ids = new Set(changes.flatMap(({ takedown_id: takedownId }) => takedownId ?? []))
  const parts = {
    tx,
    companyId,
    now: state.now,
    kept: isForAll || ids.size > 0 ? await keptFree(tx, companyId) : nothing,
  }
  let changed = await dropOld(tx, companyId)
  for await (const batch of isForAll ? everyTakedown(tx, companyId) : batchesOf([...ids])) {
    changed += await listBatch(parts, batch)
  }
  const { rows } = await sql<{ changed_at: Date }>`
    update block_feeds set checked_at = greatest(checked_at, ${state.now}),
      changed_at = case when ${changed > 0} then greatest(date_trunc('second', now()), changed_at + interval '1 second')
        else changed_at end
    where company_id = ${companyId} returning changed_at`.execute(tx)
  return rows[0]?.changed_at ?? state.changedAt
}

/** Nobody changes the feeds, or generates a file of them, before the transaction ends. */
export async function lockFeeds(tx: Tx, companyId: number): Promise<void> {
  await sql`select from block_feeds where company_id = ${companyId} for update`.execute(tx)
}

interface State {
  changedAt: Date
  now: Date
  hasExpired: boolean
  isBehind: boolean
}

async function stateOf(tx: Tx, companyId: number): Promise<State | undefined> {
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

/** What the feeds never list, in addition to what the allow list covers. */
interface KeptFree {
  /** Hosts of the company; names below them are also its own. */
  own: ReadonlySet<string>
  /** `source/handle` of its own accounts, in lower case. */
  accounts: ReadonlySet<string>
  /** Domains above its own hosts and above allowed hosts: what is listed there leaves out the names below it. */
  above: ReadonlySet<string>
}
const nothing: KeptFree = { own: new Set(), accounts: new Set(), above: new Set() }

async function keptFree(tx: Tx, companyId: number): Promise<KeptFree> {
  const brands = await tx
    .selectFrom('brands')
    .select(['official', 'handles'])
    .where('company_id', '=', companyId)
    .execute()
  const assets = await tx.selectFrom('company_assets').select('domains').where('company_id', '=', companyId).execute()
  const written = [...brands.flatMap(({ official }) => official), ...assets.flatMap(({ domains }) => domains)]
  const own = new Set(written.flatMap((host) => normaliseName(host)?.host ?? []))
  const handles = brands.flatMap((brand) => brand.handles)
  const { rows } = await sql<{ host: string }>`
    select distinct array_to_string(labels[place:], '.') as host
    from (select string_to_array(value, '.') as labels from allow_entries
      where company_id = ${companyId} and kind in ('domain', 'host') and (expires_at is null or expires_at > now())) e
    cross join lateral generate_series(2, cardinality(labels) - 1) as place`.execute(tx)
  return {
    own,
    accounts: new Set(handles.map(({ source, handle }) => `${source}/${plainHandle(handle)}`)),
    above: new Set([...rows.map(({ host }) => host), ...[...own].flatMap(parentsOf)]),
  }
}

const plainHandle = (handle: string) => handle.trim().replace(/^@/, '').toLowerCase()

/** The domains above a host. */
function parentsOf(host: string): string[] {
  const labels = host.split('.')
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'))
}

/** Every takedown that lists or should list something, in batches. Index: takedowns_pkey. */
async function* everyTakedown(tx: Tx, companyId: number): AsyncGenerator<string[]> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select id from takedowns t where company_id = ${companyId} and id > ${last}
        and (status in (${sql.join(listedStatuses)}) or exists (
          select from block_entries e where e.company_id = ${companyId} and e.takedown_id = t.id and e.left_at is null))
      order by id limit ${batchSize}`.execute(tx)
    const end = rows.at(-1)
    if (!end) return
    yield rows.map(({ id }) => id)
    last = end.id
  }
}

function* batchesOf(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += batchSize) yield ids.slice(at, at + batchSize)
}

interface Parts {
  tx: Tx
  companyId: number
  now: Date
  kept: KeptFree
}

interface Wanted {
  takedownId: string
  kind: 'host' | 'url'
  value: string
  hasSubdomains: boolean
  threatType: string
}

/** Lists what these takedowns should list, and nothing else of them; returns the number of changed entries. */
async function listBatch(parts: Parts, takedownIds: readonly string[]): Promise<number> {
  const { tx, companyId } = parts
  const cases = await tx
    .selectFrom('takedowns')
    .innerJoin('threats', (join) =>
      join.onRef('threats.company_id', '=', 'takedowns.company_id').onRef('threats.id', '=', 'takedowns.threat_id'),
    )
    .select('takedowns.id')
    .select(['threats.source', 'threats.fields', 'threats.url', 'threats.class', 'threats.threat_type'])
    .where('takedowns.company_id', '=', companyId)
    .where(sql<boolean>`takedowns.id = any (${takedownIds}::uuid[])`)
    .where('takedowns.status', 'in', listedStatuses)
    .execute()
  const wanted = await withoutAllowed(
    parts,
    cases.flatMap((row) => wantedOf(parts.kept, row)),
  )
  const columns = sql`unnest(${wanted.map(({ takedownId }) => takedownId)}::uuid[], ${wanted.map(({ kind }) => kind)}::text[],
    ${wanted.map(({ value }) => value)}::text[], ${wanted.map(({ hasSubdomains }) => hasSubdomains)}::boolean[],
    ${wanted.map(({ threatType }) => threatType)}::text[])`
  const listed = await sql`
    insert into block_entries as e (company_id, takedown_id, kind, value, has_subdomains, threat_type)
    select ${companyId}, w.* from ${columns} as w
    on conflict (company_id, takedown_id, kind, value) do update
    set left_at = null, entered_at = case when e.left_at is null then e.entered_at else excluded.entered_at end,
      has_subdomains = excluded.has_subdomains, threat_type = excluded.threat_type
    where e.left_at is not null
      or (e.has_subdomains, e.threat_type) is distinct from (excluded.has_subdomains, excluded.threat_type)`.execute(tx)
  const left = await sql`
    update block_entries e set left_at = now()
    where company_id = ${companyId} and takedown_id = any (${takedownIds}::uuid[]) and left_at is null
      and not exists (select from ${columns} as w (takedown_id, kind, value, has_subdomains, threat_type)
        where w.takedown_id = e.takedown_id and w.kind = e.kind and w.value = e.value)`.execute(tx)
  return Number(listed.numAffectedRows ?? 0) + Number(left.numAffectedRows ?? 0)
}

type Listable = Pick<ThreatRow, 'id' | 'source' | 'fields' | 'url' | 'class' | 'threat_type'>

/** What a takedown lists, before the allow list is applied. */
function wantedOf({ own, accounts, above }: KeptFree, row: Listable): Wanted[] {
  const { place } = seenIn(row)
  const name = place === null ? null : normaliseName(place)
  if (place === null || !name) return []
  if ([name.host, ...parentsOf(name.host)].some((host) => own.has(host))) return []
  const isOwnAccount = name.path.split('/').some((step) => accounts.has(`${row.source}/${plainHandle(step)}`))
  if (isOwnAccount) return []
  // Other sources are pages on platforms, whose hosts nobody compared with a brand.
  const hasHost = row.source === 'Domain' || row.source === 'URL'
  const { host, url } = blockNamesOf(place, row.class)
  const more = { takedownId: row.id, threatType: row.threat_type }
  return [
    ...(host === null || !hasHost
      ? []
      : [{ ...more, kind: 'host' as const, value: host, hasSubdomains: !above.has(host) }]),
    ...(url === null ? [] : [{ ...more, kind: 'url' as const, value: url, hasSubdomains: false }]),
  ]
}

async function withoutAllowed({ tx, companyId, now }: Parts, wanted: readonly Wanted[]): Promise<Wanted[]> {
  const seen = wanted.map(({ value }) => ({ place: value, account: null, contentHash: null }))
  const allowed = await suppressedBy(tx, companyId, seen, now)
  return wanted.filter((_, index) => allowed[index] === null)
}

async function dropOld(tx: Tx, companyId: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('block_entries')
    .where('company_id', '=', companyId)
    .where('left_at', '<', sql<Date>`now() - make_interval(days => ${leftForDays})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
