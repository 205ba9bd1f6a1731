import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { isOneOf } from '@signet/contract/narrow'
import type { ActivityQuery, ActivityTab, AuditTab, RecentActivityQuery } from '@signet/contract/threats/activity'
import { reviewTeam } from '@signet/contract/threats/records'
import { severityOfRank, severityRank } from '@signet/contract/threats/severities'
import { everySource, type AnySource, type Kind } from '@signet/contract/threats/sources'
import type { Option, Page } from '@signet/contract/wire'
import { cappedPage, countUpTo, totalMax } from '../../../db/capped-page.ts'
import type { Tx } from '../../../db/database.ts'
import { eachCompany, mergedCompanies } from '../../../db/each-company.ts'
import { rangeOf } from '../../../app/range.ts'
import type { Tables } from '../../../db/tables.ts'
import { activityCounts } from '../../counts/counts.queries.ts'
import { isCountable } from './counted.queries.ts'
import { kindsOf, whereThreats, type ThreatScope } from './threat-filter.queries.ts'

/** The decisions of users, as actions of the audit. */
export const decisions = [
  'threat.whitelist',
  'threat.falsePositive',
  'threat.takedown',
  'threat.deeperAnalysis',
] as const
/**
 * The actions that count as activity: decisions, remarks, and corrections after publication. Review steps are excluded. The counts know no
 * others (`is_activity` of the database).
 */
const activities = [...decisions, 'threat.reopen', 'threat.remarked', 'threat.corrected'] as const

const actionsOf = (tab: AuditTab): readonly string[] => (tab === 'all' ? activities : [`threat.${tab}`])

interface Standing {
  version: number
  /** The audit record of the last decision. */
  last_id: string
}

/** The last decision on some threats, and their version. Indexes: threats_pkey, audit_target. */
export async function standingOf(
  tx: Tx,
  companyId: number,
  threatIds: readonly string[],
): Promise<Map<string, Standing>> {
  const { rows } = await sql<Standing & { id: string }>`
    select t.id, t.version, last.id as last_id from threats t cross join lateral (
      select a.id from audit a where a.company_id = t.company_id and a.target_id = t.id and a.action = any (${[...decisions, 'threat.reopen', 'threat.reopened']})
      order by a.at desc, a.id desc limit 1
    ) last where t.company_id = ${companyId} and t.id = any (${threatIds}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}

/** Whether an action is a decision on a threat, which can be undone. */
export const isDecision = (action: string): boolean => isOneOf(decisions, action)

const threatSort = { severity: 'threats.severity', title: 'threats.title', source: 'threats.source' } as const

/** One action, as stored. */
export interface ActivityRow {
  id: string
  at: Date
  by_name: string | null
  by_role: string | null
  action: string
  after: unknown
  company_id: number
  threat_id: string
  source: AnySource
  title: string
  severity: number
}

/** The audit records of threats that a reader outside QA may see. */
type Audited = SelectQueryBuilder<Tables, 'threats' | 'audit', object>

type Threats = SelectQueryBuilder<Tables, 'threats', object>

function withAudit(threats: Threats, actions: readonly string[]): Audited {
  const audited = threats.innerJoin('audit', (join) =>
    join.onRef('audit.company_id', '=', 'threats.company_id').onRef('audit.target_id', '=', 'threats.id'),
  )
  return whereActivity(audited, actions)
}

/** The same for one company, for lists by time: the audit is scanned, and `limit` keeps the planner from joining the whole tables. */
function walkAudit(
  tx: Tx,
  threats: SelectQueryBuilder<Tables, 'threats', object>,
  companyId: number | RawBuilder<number>,
): Audited {
  const own = threats
    .selectAll('threats')
    .where('threats.id', '=', sql<string>`audit.target_id`)
    .limit(1)
  return tx
    .selectFrom('audit')
    .innerJoinLateral(own.as('threats'), (join) => join.onTrue())
    .where('audit.company_id', '=', companyId)
}

function whereActivity(audited: Audited, actions: readonly string[]): Audited {
  return (
    audited
      .where('audit.target_type', '=', 'threat')
      .where('audit.action', 'in', actions)
      // Events from before publication are visible only to the provider.
      .where((where) =>
        where.or([
          where('audit.action', '!=', 'threat.corrected'),
          where('audit.at', '>=', where.ref('threats.published_at')),
        ]),
      )
  )
}

function withinRange(query: Audited, filter: Parameters<typeof rangeOf>[0]): Audited {
  const { from, until } = rangeOf(filter)
  let narrowed = query
  if (from) narrowed = narrowed.where('audit.at', '>=', from)
  if (until) narrowed = narrowed.where('audit.at', '<', until)
  return narrowed
}

type Paging = Pick<ActivityQuery, 'pageNumber' | 'limit' | 'sortField' | 'sortDirection'>

const rowColumns = [
  'audit.id',
  'audit.at',
  'audit.by_name',
  'audit.by_role',
  'audit.action',
  'audit.after',
  'threats.company_id',
  'threats.id as threat_id',
  'threats.source',
  'threats.title',
  'threats.severity',
] as const

async function pageOf(tx: Tx, query: Audited, paging: Paging, counted: number | null): Promise<Page<ActivityRow>> {
  const items = await query
    .select(rowColumns)
    .orderBy(paging.sortField === 'at' ? 'audit.at' : threatSort[paging.sortField], paging.sortDirection)
    .orderBy('audit.id', paging.sortDirection)
    .limit(paging.limit)
    .offset((paging.pageNumber - 1) * paging.limit)
    .execute()
  return cappedPage(items, counted ?? (await countUpTo(tx, query, totalMax + 1)), paging)
}

/** Whether the counts of activity know what a filter of its lists is about. */
const isKnown = {
  company: true,
  tab: true,
  kind: true,
  pageNumber: true,
  limit: true,
  sortField: true,
  sortDirection: true,
  threatSource: true,
  threatSeverity: true,
  searchQuery: false,
  fromDate: false,
  toDate: false,
  threatType: false,
  status: false,
  category: false,
  adSource: false,
  urlSource: false,
  isTakedown: false,
  takedownStatus: false,
  bookmarked: false,
  bookmarkedThreats: false,
} as const satisfies Record<keyof ActivityQuery, boolean>

/** How many actions a filter finds, of those that the counts know; null if they don't know what it is about. */
export async function countedActions(
  tx: Tx,
  companyIds: readonly number[],
  actions: readonly string[],
  filter: Pick<ActivityQuery, 'threatSource' | 'threatSeverity'> & Pick<ThreatScope, 'kind'>,
): Promise<number | null> {
  if (!isCountable(filter, isKnown)) return null
  const { kind, threatSource, threatSeverity } = filter
  const ranks = threatSeverity?.map((name) => severityRank[name]) ?? []
  const rows = await eachCompany(
    tx,
    companyIds,
    (company, from) => sql<{ count: string }>`
    select coalesce(sum(counts.count), 0) as count from ${from}
      cross join lateral ${activityCounts(company)} as counts
    where counts.kind = any (${kindsOf({ kind })}::text[]) and counts.action = any (${actions}::text[])
      ${threatSource?.length ? sql`and counts.source = any (${threatSource}::text[])` : sql``}
      ${ranks.length > 0 ? sql`and counts.severity = any (${ranks}::smallint[])` : sql``}`,
  )
  return rows.reduce((sum, { count }) => sum + Number(count), 0)
}

/** Threats that were filtered automatically may still have a decision. */
const filterOf = (filter: Partial<ActivityQuery>) => ({
  threatSeverity: filter.threatSeverity,
  threatType: filter.threatType,
  threatSource: filter.threatSource,
  status: filter.status,
  category: filter.category,
  adSource: filter.adSource,
  urlSource: filter.urlSource,
  isTakedown: filter.isTakedown,
  takedownStatus: filter.takedownStatus,
  bookmarked: filter.bookmarked,
  bookmarkedThreats: filter.bookmarkedThreats,
  searchQuery: filter.searchQuery,
  showAutomaticallyFiltered: true,
})

/** The actions on a company's threats, by a tab and filter of the activity list. Indexes: audit_at, audit_action. */
export function auditedOf(tx: Tx, scope: ThreatScope, tab: AuditTab, filter: Partial<ActivityQuery>): Audited {
  const threats = whereThreats(tx.selectFrom('threats'), scope, filterOf(filter))
  const isByTime = filter.sortField === 'at'
  const audited = isByTime
    ? whereActivity(walkAudit(tx, threats, scope.companyId), actionsOf(tab))
    : withAudit(threats, actionsOf(tab))
  return withinRange(audited, filter)
}

/** The columns that figures of the activity count by; reviewers are not named, as in the list. */
export const withPerson = (activity: Audited) =>
  activity
    .select(['audit.action', 'audit.at', 'threats.severity', 'threats.source'])
    .select(sql<string | null>`case when audit.by_role = 'qa' then ${reviewTeam} else audit.by_name end`.as('who'))

/** One page of the actions on a company's threats. Index: audit_action. */
export async function listActivityRows(
  tx: Tx,
  scope: ThreatScope,
  tab: AuditTab,
  query: ActivityQuery,
): Promise<Page<ActivityRow>> {
  const counted = await countedActions(tx, [scope.companyId], actionsOf(tab), query)
  return pageOf(tx, auditedOf(tx, scope, tab, query), query, counted)
}

function bookmarksOf(tx: Tx, scope: ThreatScope, filter: Partial<ActivityQuery>) {
  const { from, until } = rangeOf(filter)
  let marked = whereThreats(tx.selectFrom('threats'), scope, filterOf(filter))
    .innerJoin('bookmarks', (join) =>
      join.onRef('bookmarks.company_id', '=', 'threats.company_id').onRef('bookmarks.threat_id', '=', 'threats.id'),
    )
    .where('bookmarks.user_id', '=', scope.userId)
  if (from) marked = marked.where('bookmarks.at', '>=', from)
  if (until) marked = marked.where('bookmarks.at', '<', until)
  return marked
}

/** One page of the reader's own bookmarks, as activity. Index: the key of bookmarks. */
export async function listBookmarkRows(
  tx: Tx,
  scope: ThreatScope,
  byName: string,
  query: ActivityQuery,
): Promise<Page<ActivityRow>> {
  const marked = bookmarksOf(tx, scope, query)
  const rows = await marked
    .select([
      'threats.id',
      'bookmarks.at',
      'threats.company_id',
      'threats.id as threat_id',
      'threats.source',
      'threats.title',
      'threats.severity',
    ])
    .orderBy(query.sortField === 'at' ? 'bookmarks.at' : threatSort[query.sortField], query.sortDirection)
    .orderBy('threats.id', query.sortDirection)
    .limit(query.limit)
    .offset((query.pageNumber - 1) * query.limit)
    .execute()
  const items = rows.map((row) => ({ ...row, by_name: byName, by_role: null, action: 'threat.bookmark', after: null }))
  return cappedPage(items, await countUpTo(tx, marked, totalMax + 1), query)
}

/** The sources that occur in a tab, with their counts. */
export async function activitySources(tx: Tx, scope: ThreatScope, tab: ActivityTab): Promise<Option[]> {
  const rows =
    tab === 'bookmark'
      ? await bookmarksOf(tx, scope, {})
          .select(['threats.source as value', (select) => select.fn.countAll<string>().as('count')])
          .groupBy('threats.source')
          .execute()
      : await countedBy(tx, 'source', [scope.companyId], scope.kind, actionsOf(tab))
  return sourceOptions(rows)
}

function sourceOptions(rows: readonly { value: AnySource; count: string | number }[]): Option[] {
  return rows
    .map(({ value, count }) => ({ value, label: everySource[value].label, count: Number(count) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
}

/** The number of actions, grouped by a column of their threats. Indexes: activity_counts_pkey, activity_count_changes_pkey. */
async function countedBy<C extends 'source' | 'severity'>(
  tx: Tx,
  column: C,
  companyIds: readonly number[],
  kind: Kind | 'either',
  actions: readonly string[],
): Promise<{ value: Tables['threats'][C]; count: number }[]> {
  const value = sql.ref(`counts.${column}`)
  const rows = await eachCompany(
    tx,
    companyIds,
    (company, from) => sql<{ value: Tables['threats'][C]; count: string }>`
    select ${value} as value, sum(counts.count) as count from ${from}
      cross join lateral ${activityCounts(company)} as counts
    where counts.kind = any (${kindsOf({ kind })}::text[]) and counts.action = any (${actions}::text[])
    group by 1 having sum(counts.count) > 0`,
  )
  const sums = new Map<Tables['threats'][C], number>()
  for (const row of rows) sums.set(row.value, (sums.get(row.value) ?? 0) + Number(row.count))
  return [...sums].map(([of, count]) => ({ value: of, count }))
}

function ofCompanies(tx: Tx, companyIds: readonly number[], kind: Kind) {
  const threats = tx
    .selectFrom('threats')
    // As an array, which may be empty.
    .where('threats.company_id', '=', sql<number>`any(${companyIds}::int[])`)
    .where('threats.kind', '=', kind)
    .where('threats.stage', '=', 'published')
  return withAudit(threats, activities).where('audit.company_id', '=', sql<number>`any(${companyIds}::int[])`)
}

/** One page of the actions on the threats of several companies. Indexes: audit_at by time, otherwise audit_action. */
export async function listRecentRows(
  tx: Tx,
  companyIds: readonly number[],
  query: RecentActivityQuery,
): Promise<Page<ActivityRow>> {
  const known = await countedActions(tx, companyIds, activities, query)
  if (query.sortField !== 'at')
    return pageOf(tx, withinRecent(ofCompanies(tx, companyIds, query.kind), query), query, known)
  // By time: the newest of each company, and the newest of those, because no index is ordered by time across companies.
  const auditedOfOne = (company: RawBuilder<number>) => {
    const threats = tx
      .selectFrom('threats')
      .where('threats.company_id', '=', company)
      .where('threats.kind', '=', query.kind)
      .where('threats.stage', '=', 'published')
    return withinRecent(whereActivity(walkAudit(tx, threats, company), activities), query)
  }
  const { pageNumber, limit, sortDirection } = query
  const direction = sql.raw(sortDirection)
  const upTo = pageNumber * limit
  const { rows: newest, isMerged } = await mergedCompanies(tx, companyIds, (company, from, isAll) => {
    const ofOne = auditedOfOne(company)
      .select(rowColumns)
      .orderBy('audit.at', sortDirection)
      .orderBy('audit.id', sortDirection)
      .limit(upTo)
    return sql<ActivityRow & { exactly: string }>`select done.*, done.at::text as exactly from ${from}
      cross join lateral ${ofOne} as done order by done.at ${direction}, done.id ${direction}
      limit ${isAll ? limit : upTo} offset ${isAll ? upTo - limit : 0}`
  })
  const sign = sortDirection === 'asc' ? 1 : -1
  const inOrder = newest.toSorted(
    (a, b) => sign * (a.at.getTime() - b.at.getTime() || compared(a.exactly, b.exactly) || compared(a.id, b.id)),
  )
  const page = isMerged ? newest : inOrder.slice(upTo - limit, upTo)
  const rows = page.map(({ exactly: _exactly, ...row }) => row)
  if (known !== null) return cappedPage(rows, known, query)
  const counted = await eachCompany(tx, companyIds, (company, from) => {
    const one = auditedOfOne(company)
      .select(sql`1`.as('one'))
      .limit(totalMax + 1)
    return sql<{ count: string }>`select count(*) as count from (select 1 from ${from}
      cross join lateral ${one} as done limit ${totalMax + 1}) as capped`
  })
  const count = counted.reduce((sum, row) => sum + Number(row.count), 0)
  return cappedPage(rows, Math.min(count, totalMax + 1), query)
}

/** In the order of the database: by bytes. */
const compared = (a: string, b: string) => (a < b ? -1 : Number(a > b))

function withinRecent(audited: Audited, query: RecentActivityQuery): Audited {
  let rows = withinRange(audited, query)
  if (query.threatSource?.length) rows = rows.where('threats.source', 'in', query.threatSource)
  if (query.threatSeverity?.length) {
    const ranks = query.threatSeverity.map((name) => severityRank[name])
    rows = rows.where('threats.severity', 'in', ranks)
  }
  if (query.searchQuery) rows = rows.where(sql<boolean>`strpos(lower(threats.title), lower(${query.searchQuery})) > 0`)
  return rows
}

/** The sources that occur in the recent activity, with their counts. */
export async function recentSources(tx: Tx, companyIds: readonly number[], kind: Kind): Promise<Option[]> {
  return sourceOptions(await countedBy(tx, 'source', companyIds, kind, activities))
}

/** The severities that occur in the recent activity, most severe first. */
export async function recentSeverities(tx: Tx, companyIds: readonly number[], kind: Kind): Promise<Option[]> {
  const rows = await countedBy(tx, 'severity', companyIds, kind, activities)
  return rows
    .toSorted((a, b) => b.value - a.value)
    .map(({ value, count }) => {
      const name = severityOfRank(value)
      return { value: name, label: name, count }
    })
}
