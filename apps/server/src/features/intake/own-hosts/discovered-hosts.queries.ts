import { harmlessStatuses } from '@signet/contract/threats/records'
import { sql } from 'kysely'
import { hostsMax, type DiscoveredHost, type HostState } from '@signet/contract/collection/discovered-hosts'
import type { FoundHost, HostOrigin } from '@signet/contract/collection/host-readings'
import type { Page, SortedPaging } from '@signet/contract/wire'
import { normaliseName } from '@signet/detection'
import { countUpTo, pageCountedBy, totalMax } from '../../../db/capped-page.ts'
import type { Tx } from '../../../db/database.ts'
import type { Row } from '../../../db/rows.ts'
import { protectedNames } from '../../companies/watched-brands.queries.ts'

/** Ways in which only names are found that exist and answer below the domain of the company. */
const foundInDns: ReadonlySet<HostOrigin> = new Set(['usualName', 'mailServer', 'nameServer', 'alias'])

/**
 * Stores host names that were found, if they are below a domain of the company. Of those that are known, the time and the ways are stored,
 * and nothing that was decided changes. Indexes: discovered_hosts_pkey, brands_pkey, company_assets_pkey.
 */
export async function recordHosts(tx: Tx, companyId: number, found: readonly FoundHost[], now: Date): Promise<void> {
  if (found.length === 0) return
  const own = await protectedNames(tx, companyId)
  const isOwn = (host: string) => own.some((domain) => host.endsWith(`.${domain}`)) && !own.includes(host)
  const origins = new Map<string, Set<HostOrigin>>()
  for (const { host: written, origin } of found) {
    const host = normaliseName(written.replace(/^\*\./, ''))?.host
    if (host !== undefined && isOwn(host)) origins.set(host, (origins.get(host) ?? new Set()).add(origin))
  }
  const hosts = await withRoom(tx, companyId, [...origins.keys()].toSorted())
  if (hosts.length === 0) return
  const approves = await approvesHosts(tx, companyId)
  const waysOf = (host: string) => [...(origins.get(host) ?? [])]
  const isApproved = (host: string) => approves && waysOf(host).some((origin) => foundInDns.has(origin))
  await sql`
    insert into discovered_hosts (company_id, host, origins, state, first_seen_at, last_seen_at, decided_at)
    select ${companyId}, f.host, string_to_array(f.origins, ','), f.state, ${now}::timestamptz, ${now}::timestamptz,
      case f.state when 'approved' then ${now}::timestamptz end
    from unnest(${hosts}::text[], ${hosts.map((host) => waysOf(host).join(','))}::text[],
      ${hosts.map((host) => (isApproved(host) ? 'approved' : 'candidate'))}::text[]) as f (host, origins, state)
    on conflict (company_id, host) do update set
      origins = array(select distinct unnest(discovered_hosts.origins || excluded.origins) order by 1),
      last_seen_at = greatest(discovered_hosts.last_seen_at, excluded.last_seen_at)`.execute(tx)
}

/** The hosts that are known, and new ones as long as there is room. */
async function withRoom(tx: Tx, companyId: number, hosts: readonly string[]): Promise<string[]> {
  if (hosts.length === 0) return []
  const of = tx.selectFrom('discovered_hosts').where('company_id', '=', companyId)
  const known = new Set((await of.select('host').where('host', 'in', hosts).execute()).map(({ host }) => host))
  const added = hosts.filter((host) => !known.has(host))
  const room = added.length === 0 ? 0 : hostsMax - (await countUpTo(tx, of, hostsMax))
  return [...known, ...added.slice(0, Math.max(0, room))].toSorted()
}

/** Whether a policy of the company approves what is found in DNS. Index: company_assets_pkey. */
export async function approvesHosts(tx: Tx, companyId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('company_assets')
    .select('approves_hosts')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.approves_hosts ?? false
}

/** Index: company_assets_pkey. */
export async function setApprovesHosts(tx: Tx, companyId: number, isApproving: boolean): Promise<void> {
  await tx
    .insertInto('company_assets')
    .values({ company_id: companyId, approves_hosts: isApproving })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ approves_hosts: isApproving }))
    .execute()
}

/** The hosts that are checked, by name. Index: discovered_hosts_pkey. */
export async function approvedHosts(tx: Tx, companyId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('discovered_hosts')
    .select('host')
    .where('company_id', '=', companyId)
    .where('state', '=', 'approved')
    .orderBy('host')
    .execute()
  return rows.map(({ host }) => host)
}

/**
 * Stores that hosts were checked; a host that isn't among those discovered is left out. Index: discovered_hosts_pkey.
 *
 * @param seen those of them that still exist
 */
export async function markChecked(
  tx: Tx,
  companyId: number,
  hosts: readonly string[],
  { seen, now }: { seen: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    update discovered_hosts set checked_at = ${now}::timestamptz,
      last_seen_at = case when host = any (${seen}::text[]) then ${now}::timestamptz else last_seen_at end
    where company_id = ${companyId} and host = any (${hosts}::text[])`.execute(tx)
}

/** Stores a decision; returns the hosts whose state changed. Index: discovered_hosts_pkey. */
export async function decideHosts(
  tx: Tx,
  companyId: number,
  hosts: readonly string[],
  { state, by, now }: { state: HostState; by: string | null; now: Date },
): Promise<string[]> {
  const isDecided = state !== 'candidate'
  const rows = await tx
    .updateTable('discovered_hosts')
    .set({ state, decided_at: isDecided ? now : null, decided_by_name: isDecided ? by : null })
    .where('company_id', '=', companyId)
    .where('host', 'in', hosts)
    .where('state', '<>', state)
    .returning('host')
    .execute()
  return rows.map(({ host }) => host).toSorted()
}

/** How many hosts of each state there are. Index: discovered_hosts_pkey; a company has at most `hostsMax`. */
export async function countHosts(tx: Tx, companyId: number): Promise<Record<HostState, number>> {
  const rows = await tx
    .selectFrom('discovered_hosts')
    .select(['state', sql<number>`count(*)::int`.as('count')])
    .where('company_id', '=', companyId)
    .groupBy('state')
    .execute()
  const counts = { candidate: 0, approved: 0, rejected: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

const sortColumn = { host: 'host', firstSeenAt: 'first_seen_at', lastSeenAt: 'last_seen_at' } as const

/** A page of the hosts. Index: discovered_hosts_pkey; a company has at most `hostsMax`. */
export async function hostsPage(
  tx: Tx,
  companyId: number,
  query: SortedPaging<keyof typeof sortColumn> & { state?: HostState | undefined },
): Promise<Page<DiscoveredHost>> {
  const { state } = query
  const of = tx
    .selectFrom('discovered_hosts')
    .where('company_id', '=', companyId)
    .$if(state !== undefined, (rows) => rows.where('state', '=', state ?? 'candidate'))
  const rows = await of
    .selectAll()
    .orderBy(sortColumn[query.sortField], query.sortDirection)
    .orderBy('host')
    .limit(query.limit)
    .offset((query.pageNumber - 1) * query.limit)
    .execute()
  return pageCountedBy(rows.map(toHost), query, () => countUpTo(tx, of, totalMax + 1))
}

const toHost = (row: Row<'discovered_hosts'>): DiscoveredHost => ({
  host: row.host,
  state: row.state,
  origins: row.origins,
  firstSeenAt: row.first_seen_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
  checkedAt: row.checked_at?.toISOString() ?? null,
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decided_by_name,
})

/**
 * The hosts that findings of the company's exposures name and that aren't known yet. Those of its own checks are. Indexes: threats_stage,
 * discovered_hosts_pkey.
 */
export async function hostsOfFindings(tx: Tx, companyId: number): Promise<FoundHost[]> {
  const { rows } = await sql<{ host: string }>`
    select distinct lower(t.fields ->> 'host') as host from threats t
    where t.company_id = ${companyId} and t.kind = 'threat' and t.source = 'EASM' and t.fields ->> 'host' <> ''
      and not exists (select from discovered_hosts d where d.company_id = ${companyId} and d.host = lower(t.fields ->> 'host'))
    limit ${hostsMax}`.execute(tx)
  return rows.map(({ host }) => ({ host, origin: 'finding' }))
}

/** The exposures with these fingerprints that are open, locked. Index: the unique one of fingerprints. */
export async function lockOpenExposures(tx: Tx, companyId: number, fingerprints: readonly Buffer[]) {
  if (fingerprints.length === 0) return []
  return tx
    .selectFrom('threats')
    .select(['id', 'fingerprint', 'title', 'severity', 'score', 'fields', 'status', 'stage'])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'threat')
    .where('source', '=', 'EASM')
    .where('fingerprint', 'in', fingerprints)
    .where('stage', 'in', ['queued', 'watchlist', 'published'])
    .where('status', 'not in', [...harmlessStatuses])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * The threats among fingerprints that were seen until now, locked in the order of their ids. Index: the unique one of fingerprints.
 */
export async function lockSeen(
  tx: Tx,
  companyId: number,
  fingerprints: readonly Buffer[],
): Promise<Pick<Row<'threats'>, 'id' | 'fields' | 'status' | 'stage'>[]> {
  if (fingerprints.length === 0) return []
  return tx
    .selectFrom('threats')
    .select(['id', 'fields', 'status', 'stage'])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'threat')
    .where('source', '=', 'EASM')
    .where('fingerprint', 'in', fingerprints)
    .where(sql<boolean>`not fields ? 'noLongerSeen'`)
    .orderBy('id')
    .forUpdate()
    .execute()
}
