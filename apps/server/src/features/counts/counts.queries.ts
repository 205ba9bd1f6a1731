import { sql, type RawBuilder } from 'kysely'
import type { QaStage } from '@signet/contract/review/qa'
import type { AnySource, Kind } from '@signet/contract/threats/sources'
import { advisoryLocks } from '../../db/advisory-locks.ts'
import type { Tx } from '../../db/database.ts'
import type { ThreatRow } from '../../db/rows.ts'

/*
 * Each count is the sum of a table of totals and a table of the changes that the totals don't contain yet (docs/decisions/counts.md). One
 * statement must read both, so that it sees a change in exactly one of them.
 */

/** Threats and touts by everything that lists without dates are filtered by. */
export interface ThreatCount {
  kind: Kind
  stage: QaStage
  auto_filtered: boolean
  source: AnySource
  threat_type: string
  severity: number
  status: ThreatRow['status']
  /** Empty for none, as the next ones. */
  category: string
  ad_source: string
  url_source: string
  count: string
}

/** Published threats and touts that weren't filtered automatically, by the UTC day of the first sighting. */
export interface DayCount {
  kind: Kind
  /** Days since 1970. */
  day: number
  source: AnySource
  threat_type: string
  severity: number
  is_open: boolean
  count: string
}

/** What people did with published threats and touts. */
export interface ActivityCount {
  kind: Kind
  action: string
  source: AnySource
  severity: number
  count: string
}

/** Takedowns and deeper analyses. */
export interface CaseCount {
  cases: 'takedowns' | 'deeper_analyses'
  status: string
  kind: Kind
  /** Whether the threat is published and wasn't filtered automatically. */
  is_listed: boolean
  source: AnySource
  threat_type: string
  severity: number
  count: string
}

/** A value of a company id, or a reference to one. */
type CompanyId = number | RawBuilder<number>

/** The threats of a company, as a table of a query. Indexes: threat_counts_pkey, threat_count_changes_pkey. */
export function threatCounts(companyId: CompanyId): RawBuilder<ThreatCount> {
  const columns = sql`kind, stage, auto_filtered, source, threat_type, severity, status, category, ad_source, url_source,
    count`
  return sql`(select ${columns} from threat_counts where company_id = ${companyId}
    union all select ${columns} from threat_count_changes where company_id = ${companyId})`
}

/**
 * The published threats of a company in a range of days, as a table of a query. Indexes: threat_day_counts_pkey,
 * threat_count_changes_pkey.
 *
 * @param from the start of the first day in UTC; null for the first there is
 * @param until the start of the day after the last
 */
export function dayCounts(
  companyId: CompanyId,
  kind: Kind,
  { from, until }: { from: Date | null; until: Date | null },
): RawBuilder<DayCount> {
  const days = sql`company_id = ${companyId} and kind = ${kind}
    ${from ? sql`and day >= ${from.toISOString().slice(0, 10)}::date` : sql``}
    ${until ? sql`and day < ${until.toISOString().slice(0, 10)}::date` : sql``}`
  const columns = sql`kind, day - date '1970-01-01' as day, source, threat_type, severity`
  return sql`(select ${columns}, is_open, count from threat_day_counts where ${days}
    union all select ${columns}, status = 'open', count from threat_count_changes
      where ${days} and stage = 'published' and not auto_filtered)`
}

/** The activity of a company, as a table of a query. Indexes: activity_counts_pkey, activity_count_changes_pkey. */
export function activityCounts(companyId: CompanyId): RawBuilder<ActivityCount> {
  const columns = sql`kind, action, source, severity, count`
  return sql`(select ${columns} from activity_counts where company_id = ${companyId}
    union all select ${columns} from activity_count_changes where company_id = ${companyId})`
}

/** The cases of a company, as a table of a query. Indexes: case_counts_pkey, case_count_changes_pkey. */
export function caseCounts(companyId: CompanyId): RawBuilder<CaseCount> {
  const columns = sql`cases, status, kind, is_listed, source, threat_type, severity, count`
  return sql`(select ${columns} from case_counts where company_id = ${companyId}
    union all select ${columns} from case_count_changes where company_id = ${companyId})`
}

type Columns = Record<string, RawBuilder<unknown>>

/** A table of totals: its key, how its part of the changes is found, and how it would be counted anew. */
interface Totals {
  table: 'threat_counts' | 'threat_day_counts' | 'activity_counts' | 'case_counts'
  changes: 'threat_count_changes' | 'activity_count_changes' | 'case_count_changes'
  key: readonly string[]
  /** The columns of the key that the changes have in another form. */
  ofChange: Columns
  whereChange: RawBuilder<unknown>
  /** The rows that are counted, with the columns of the key. */
  counted(companyId: number): RawBuilder<unknown>
}

const columnsOf = (key: readonly string[]) => sql.join(key.map((column) => sql.ref(column)))
const changed = ({ key, ofChange }: Totals) =>
  sql.join(key.map((column) => sql`${ofChange[column] ?? sql.ref(column)} as ${sql.ref(column)}`))

const allTotals: readonly Totals[] = [
  {
    table: 'threat_counts',
    changes: 'threat_count_changes',
    key: [
      'kind',
      'stage',
      'auto_filtered',
      'source',
      'threat_type',
      'severity',
      'status',
      'category',
      'ad_source',
      'url_source',
    ],
    ofChange: {},
    whereChange: sql`true`,
    counted: (companyId) => sql`select kind, stage, auto_filtered, source, threat_type, severity, status,
      counted_text(category) as category, counted_text(fields ->> 'adSource') as ad_source,
      counted_text(fields ->> 'urlSource') as url_source from threats where company_id = ${companyId}`,
  },
  {
    table: 'threat_day_counts',
    changes: 'threat_count_changes',
    key: ['kind', 'day', 'source', 'threat_type', 'severity', 'is_open'],
    ofChange: { is_open: sql`status = 'open'` },
    whereChange: sql`stage = 'published' and not auto_filtered`,
    counted: (
      companyId,
    ) => sql`select kind, (first_seen at time zone 'UTC')::date as day, source, threat_type, severity,
      status = 'open' as is_open from threats where company_id = ${companyId} and stage = 'published' and not auto_filtered`,
  },
  {
    table: 'activity_counts',
    changes: 'activity_count_changes',
    key: ['kind', 'action', 'source', 'severity'],
    ofChange: {},
    whereChange: sql`true`,
    counted: (companyId) => sql`select t.kind, a.action, t.source, t.severity
      from threats t join audit a on a.company_id = t.company_id and a.target_id = t.id
      where t.company_id = ${companyId} and a.company_id = ${companyId} and t.stage = 'published' and a.target_type = 'threat'
        and is_activity(a.action, a.at, t.published_at)`,
  },
  {
    table: 'case_counts',
    changes: 'case_count_changes',
    key: ['cases', 'status', 'kind', 'is_listed', 'source', 'threat_type', 'severity'],
    ofChange: {},
    whereChange: sql`true`,
    counted: (
      companyId,
    ) => sql`select c.cases, c.status, t.kind, is_listed(t.stage, t.auto_filtered) as is_listed, t.source,
        t.threat_type, t.severity
      from (select company_id, threat_id, status, 'takedowns' as cases from takedowns
        union all select company_id, threat_id, status, 'deeper_analyses' from deeper_analyses) c
      join threats t on t.company_id = c.company_id and t.id = c.threat_id
      where c.company_id = ${companyId} and t.company_id = ${companyId}`,
  },
]

/** Adds to the totals, which must be locked. Index: the key of the table. */
const add = ({ table, key }: Totals, rows: RawBuilder<unknown>) =>
  sql`insert into ${sql.table(table)} (company_id, ${columnsOf(key)}, count) ${rows}
    on conflict (company_id, ${columnsOf(key)}) do update set count = ${sql.table(table)}.count + excluded.count`

/** Whether the totals lack changes. Indexes: the keys of the tables of changes. */
export async function hasCountChanges(tx: Tx, companyId: number): Promise<boolean> {
  const { rows } = await sql<{
    has: boolean
  }>`select exists (select from threat_count_changes where company_id = ${companyId})
    or exists (select from activity_count_changes where company_id = ${companyId})
    or exists (select from case_count_changes where company_id = ${companyId}) as has`.execute(tx)
  return rows[0]?.has === true
}

/** Nobody else changes the totals of the company before the transaction ends; writers and readers don't wait for it. */
export async function lockTotals(tx: Tx, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.counts}, ${companyId})`.execute(tx)
}

/**
 * Moves the oldest changes into the totals, which must be locked; whether there may be more. Indexes: the keys of the tables.
 *
 * @param max how many of each table
 */
export async function foldChanges(tx: Tx, companyId: number, max: number): Promise<boolean> {
  let isBehind = false
  for (const [changes, totals] of Map.groupBy(allTotals, (one) => one.changes)) {
    const additions = totals.map((one) => {
      const rows = sql`select ${companyId}::int, ${columnsOf(one.key)}, sum(count)
        from (select ${changed(one)}, count from folded where ${one.whereChange}) own
        group by ${columnsOf(one.key)} having sum(count) <> 0`
      return sql`, ${sql.ref(`to_${one.table}`)} as (${add(one, rows)})`
    })
    const { rows } = await sql<{ folded: number }>`
      with folded as (
        delete from ${sql.table(changes)} where company_id = ${companyId} and id = any (array(
          select id from ${sql.table(changes)} where company_id = ${companyId} order by id limit ${max}))
        returning *
      ) ${sql.join(additions, sql``)}
      select count(*)::int as folded from folded`.execute(tx)
    isBehind ||= rows[0]?.folded === max
  }
  return isBehind
}

/** A table of totals that differed from what it counts, and in how many of its rows. */
export interface Difference {
  table: Totals['table']
  rows: number
  /** By how much, over all of these rows. */
  by: number
}

/**
 * Counts everything anew, corrects the totals, which must be locked, and removes those that are zero. It reads all threats and audit
 * records of the company.
 */
export async function correctTotals(tx: Tx, companyId: number): Promise<Difference[]> {
  const found: Difference[] = []
  for (const one of allTotals) {
    const key = columnsOf(one.key)
    // One statement, so that counted and counting rows are from the same moment.
    const { rows } = await sql<{ rows: number; by: number }>`
      with differing as (
        select ${key}, sum(n) as n from (
          select ${key}, count(*) as n from (${one.counted(companyId)}) counted group by ${key}
          union all select ${key}, -count from ${sql.table(one.table)} where company_id = ${companyId}
          union all select ${changed(one)}, -count from ${sql.table(one.changes)}
            where company_id = ${companyId} and ${one.whereChange}
        ) both_sides group by ${key} having sum(n) <> 0
      ), corrected as (${add(one, sql`select ${companyId}::int, ${key}, n from differing`)})
      select count(*)::int as rows, coalesce(sum(abs(n)), 0)::int as by from differing`.execute(tx)
    await sql`delete from ${sql.table(one.table)} where company_id = ${companyId} and count = 0`.execute(tx)
    for (const difference of rows) if (difference.rows > 0) found.push({ table: one.table, ...difference })
  }
  return found
}
