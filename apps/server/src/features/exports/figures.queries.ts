import { sql, type SelectQueryBuilder } from 'kysely'
import { severities, severityOfRank, type Severity } from '@signet/contract/severities'
import { everySource, type AnySource } from '@signet/contract/sources'
import { leakTypes } from '@signet/contract/leaks'
import { openTakedownStatuses, takedownStatusLabels, type TakedownStatus } from '@signet/contract/takedowns'
import { dayMs } from '@signet/contract/time'
import type { Tx } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { zoneOfCompany } from '../companies/company-zone.ts'
import type { Cases } from '../cases/case-list.ts'
import { historyText } from '../audit/history-text.ts'

export interface Bar {
  label: string
  value: number
  /** A severity gives a bar its colour. */
  tone?: Severity
  /** Said at the end of the bar instead of the number. */
  text?: string
}
export interface Chart {
  title: string
  /** Bars are horizontal, columns follow the time axis. */
  form: 'bars' | 'columns'
  data: Bar[]
  /** Said below the title. */
  note?: string
}
/** What a report says before its table. */
export interface Figures {
  key: { label: string; value: string; note: string }[]
  charts: Chart[]
}

interface FiguresQuery {
  tx: Tx
  company: { id: number }
}

const barsMax = 8
const number = new Intl.NumberFormat('en-GB')

/** Counted groups, and how many there are in those that a question is true of. */
function tallyOf<R extends { count: string }>(rows: readonly R[]) {
  const counted = rows.map((row) => ({ ...row, count: Number(row.count) }))
  const sum = (which: (row: (typeof counted)[number]) => boolean) =>
    counted.filter(which).reduce((all, { count }) => all + count, 0)
  return { counted, sum }
}

/** Figures of the threats a filter finds. */
export async function figuresOfThreats(
  { tx, company }: FiguresQuery,
  threats: SelectQueryBuilder<Tables, 'threats', object>,
): Promise<Figures> {
  const found = threats.select([
    'threats.id',
    'threats.severity',
    'threats.source',
    'threats.status',
    'threats.first_seen',
  ])
  const rows = await tx
    .selectFrom(found.as('f'))
    .select(['f.severity', 'f.source', 'f.status', (select) => select.fn.countAll<string>().as('count')])
    .groupBy(['f.severity', 'f.source', 'f.status'])
    .execute()
  const { counted, sum } = tallyOf(rows)
  const total = sum(() => true)
  const [grave, open] = [sum(({ severity }) => severity >= 3), sum(({ status }) => status === 'open')]
  const removal = await removalTimes(tx, company.id, found.as('f'))
  return {
    key: [
      { label: 'Found', value: number.format(total), note: 'in this report' },
      { label: 'Critical or high', value: number.format(grave), note: shareOf(grave, total) },
      { label: 'Waiting for a decision', value: number.format(open), note: shareOf(open, total) },
      removedFigure(removal),
    ],
    charts: [
      bySeverity(counted),
      bySource(counted),
      await trend(
        { tx, company },
        'Found over time',
        sql`(${tx.selectFrom(found.as('f')).select('f.first_seen as at')})`,
      ),
      removalChart(removal),
    ],
  }
}

/** Figures of the takedowns a filter finds. */
export async function figuresOfTakedowns({ tx, company }: FiguresQuery, takedowns: Cases): Promise<Figures> {
  const found = takedowns.select([
    'cases.threat_id as id',
    'cases.status',
    'cases.requested_at',
    'threats.severity',
    'threats.source',
  ])
  const rows = await tx
    .selectFrom(found.as('f'))
    .select(['f.severity', 'f.source', 'f.status', (select) => select.fn.countAll<string>().as('count')])
    .groupBy(['f.severity', 'f.source', 'f.status'])
    .execute()
  const { counted, sum } = tallyOf(rows)
  const total = sum(() => true)
  const down = sum(({ status }) => status === 'resolved' || status === 'offline_monitoring')
  const running = sum(({ status }) => (openTakedownStatuses as readonly string[]).includes(status))
  const removal = await removalTimes(tx, company.id, found.as('f'))
  const byStatus = grouped(counted, ({ status }) => status)
  return {
    key: [
      { label: 'Takedowns', value: number.format(total), note: 'in this report' },
      { label: 'Taken down', value: number.format(down), note: shareOf(down, total) },
      { label: 'Under way', value: number.format(running), note: shareOf(running, total) },
      removedFigure(removal),
    ],
    charts: [
      {
        title: 'By status',
        form: 'bars',
        data: [...byStatus]
          .map(([status, value]) => ({ label: takedownStatusLabels[status as TakedownStatus], value }))
          .toSorted((a, b) => b.value - a.value)
          .slice(0, barsMax),
      },
      bySource(counted),
      await trend(
        { tx, company },
        'Requested over time',
        sql`(${tx.selectFrom(found.as('f')).select('f.requested_at as at')})`,
      ),
      removalChart(removal),
    ],
  }
}

/** Figures of the leaks a filter finds. */
export async function figuresOfLeaks(
  { tx, company }: FiguresQuery,
  leaks: SelectQueryBuilder<Tables, 'leaks', object>,
): Promise<Figures> {
  const found = leaks.select([
    'leaks.leak_type',
    'leaks.entity',
    'leaks.has_password',
    'leaks.is_employee',
    'leaks.leaked_at',
  ])
  const rows = await tx
    .selectFrom(found.as('f'))
    .select(['f.leak_type', 'f.has_password', 'f.is_employee', (select) => select.fn.countAll<string>().as('count')])
    .groupBy(['f.leak_type', 'f.has_password', 'f.is_employee'])
    .execute()
  const packages = await tx
    .selectFrom(found.as('f'))
    .select(['f.entity as label', (select) => select.fn.countAll<string>().as('count')])
    .groupBy('f.entity')
    .orderBy('count', 'desc')
    .orderBy('f.entity')
    .limit(barsMax)
    .execute()
  const { counted, sum } = tallyOf(rows)
  const total = sum(() => true)
  const [secrets, employees] = [sum((row) => row.has_password), sum((row) => row.is_employee)]
  return {
    key: [
      { label: 'Leaks', value: number.format(total), note: 'in this report' },
      { label: 'With a password', value: number.format(secrets), note: shareOf(secrets, total) },
      { label: 'Of employees', value: number.format(employees), note: shareOf(employees, total) },
    ],
    charts: [
      { title: 'By kind', form: 'bars', data: barsOf(grouped(counted, (row) => leakTypes[row.leak_type].label)) },
      {
        title: 'Largest packages',
        form: 'bars',
        data: packages.map(({ label, count }) => ({ label, value: Number(count) })),
      },
      await trend(
        { tx, company },
        'Leaked over time',
        sql`(${tx.selectFrom(found.as('f')).select('f.leaked_at as at')})`,
      ),
    ],
  }
}

/** Figures of what was done, by a filter of the activity. */
export async function figuresOfActivity(
  { tx, company }: FiguresQuery,
  activity: SelectQueryBuilder<Tables, 'audit' | 'threats', object>,
): Promise<Figures> {
  const found = activity.select([
    'audit.action',
    'audit.at',
    'audit.by_name',
    'audit.by_role',
    'threats.severity',
    'threats.source',
  ])
  const rows = await tx
    .selectFrom(found.as('f'))
    .select(['f.action', 'f.severity', 'f.source', (select) => select.fn.countAll<string>().as('count')])
    .select(sql<string | null>`case when f.by_role = 'qa' then 'Review team' else f.by_name end`.as('who'))
    .groupBy([
      'f.action',
      'f.severity',
      'f.source',
      sql`case when f.by_role = 'qa' then 'Review team' else f.by_name end`,
    ])
    .execute()
  const { counted, sum } = tallyOf(rows)
  const total = sum(() => true)
  const people = grouped(counted, ({ who }) => who ?? 'Signet')
  const actions = grouped(counted, ({ action }) => historyText(action, null))
  const takedowns = sum(({ action }) => action === 'threat.takedown')
  return {
    key: [
      { label: 'Actions', value: number.format(total), note: 'in this report' },
      { label: 'Takedowns asked for', value: number.format(takedowns), note: shareOf(takedowns, total) },
      { label: 'People', value: number.format(people.size), note: 'took part' },
    ],
    charts: [
      { title: 'What was done', form: 'bars', data: barsOf(actions) },
      { title: 'By whom', form: 'bars', data: barsOf(people) },
      await trend({ tx, company }, 'Over time', sql`(${tx.selectFrom(found.as('f')).select('f.at')})`),
      bySource(counted),
    ],
  }
}

const barsOf = (values: Map<string, number>) =>
  [...values]
    .map(([label, value]) => ({ label, value }))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, barsMax)

type Counted = { severity: number; source: AnySource; count: number }

function grouped<R extends { count: number }>(rows: readonly R[], keyOf: (row: R) => string): Map<string, number> {
  const groups = new Map<string, number>()
  for (const row of rows) groups.set(keyOf(row), (groups.get(keyOf(row)) ?? 0) + row.count)
  return groups
}

function bySeverity(rows: readonly Counted[]): Chart {
  const groups = grouped(rows, ({ severity }) => severityOfRank(severity))
  return {
    title: 'By severity',
    form: 'bars',
    data: severities.map((tone) => ({ label: tone, value: groups.get(tone) ?? 0, tone })),
  }
}

function bySource(rows: readonly Counted[]): Chart {
  const sorted = [...grouped(rows, ({ source }) => everySource[source].label)]
    .map(([label, value]) => ({ label, value }))
    .toSorted((a, b) => b.value - a.value)
  const [shown, rest] =
    sorted.length <= barsMax ? [sorted, []] : [sorted.slice(0, barsMax - 1), sorted.slice(barsMax - 1)]
  const others = rest.reduce((all, { value }) => all + value, 0)
  return {
    title: 'By source',
    form: 'bars',
    data: others > 0 ? [...shown, { label: 'All others', value: others }] : shown,
  }
}

const [daysAtMost, weeksAtMost] = [31, 200]

/** How many there were a day, a week or a month of the company's zone, whichever gives some thirty columns at most; empty ones are shown. */
async function trend({ tx, company }: FiguresQuery, title: string, source: ReturnType<typeof sql>): Promise<Chart> {
  const zone = await zoneOfCompany(tx, company.id)
  const { rows: ends } = await sql<{ first: Date | null; last: Date | null }>`
    select min(at) as first, max(at) as last from ${source} as t`.execute(tx)
  const { first, last } = ends[0] ?? { first: null, last: null }
  if (!first || !last) return { title, form: 'columns', data: [] }
  const days = (last.getTime() - first.getTime()) / dayMs
  const unit = days <= daysAtMost ? 'day' : days <= weeksAtMost ? 'week' : 'month'
  const { rows } = await sql<{ day: string; count: string }>`
    select to_char(step, 'YYYY-MM-DD') as day, count(t.at) as count
    from generate_series(date_trunc(${unit}, ${first}::timestamptz at time zone ${zone}),
      ${last}::timestamptz at time zone ${zone}, ('1 ' || ${unit})::interval) as step
    left join ${source} as t on date_trunc(${unit}, t.at at time zone ${zone}) = step
    group by step order by step`.execute(tx)
  const form = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    month: 'short',
    ...(unit === 'month' ? { year: '2-digit' } : { day: 'numeric' }),
  })
  return {
    title,
    note: unit === 'day' ? 'a day' : unit === 'week' ? 'a week' : 'a month',
    form: 'columns',
    data: rows.map(({ day, count }) => ({ label: form.format(new Date(`${day}T00:00:00Z`)), value: Number(count) })),
  }
}

interface Removal {
  severity: number | null
  hours: number
  count: number
}

/** Median hours from the request to the first time it was offline, by severity; `severity` null for all of them. */
async function removalTimes(tx: Tx, companyId: number, found: unknown): Promise<Removal[]> {
  const { rows } = await sql<{ severity: number | null; hours: number; count: string }>`
    select f.severity, count(*) as count,
      percentile_cont(0.5) within group (order by extract(epoch from r.down - r.requested_at) / 3600)::float8 as hours
    from ${found} join lateral (
      select k.requested_at, coalesce((k.reached_at ->> 'offline_monitoring')::timestamptz,
        (k.reached_at ->> 'resolved')::timestamptz) as down
      from takedowns k where k.company_id = ${companyId} and k.threat_id = f.id order by k.requested_at desc limit 1
    ) r on r.down is not null
    group by grouping sets ((f.severity), ()) having count(*) > 0`.execute(tx)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

function removedFigure(removal: readonly Removal[]): Figures['key'][number] {
  const all = removal.find(({ severity }) => severity === null)
  return {
    label: 'Median time to removal',
    value: all ? duration(all.hours) : '–',
    note: all ? `of ${number.format(all.count)} taken down` : 'nothing taken down yet',
  }
}

function removalChart(removal: readonly Removal[]): Chart {
  return {
    title: 'Median time to removal',
    note: 'from the request until it was offline',
    form: 'bars',
    data: removal
      .filter(({ severity }) => severity !== null)
      .toSorted((a, b) => Number(b.severity) - Number(a.severity))
      .map(({ severity, hours, count }) => {
        const tone = severityOfRank(Number(severity))
        return { label: tone, value: hours, tone, text: `${duration(hours)} (${number.format(count)})` }
      }),
  }
}

function duration(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`
  return hours < 72 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} days`
}

const shareOf = (part: number, whole: number) =>
  whole === 0 ? 'of none' : `${Math.round((part / whole) * 100)} % of all`
