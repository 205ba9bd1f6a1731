import { sql, type Expression, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { downTakedownStatuses } from '@signet/contract/takedowns/takedown-status'
import { severities, severityOfRank } from '@signet/contract/threats/severities'
import { everySource, type AnySource } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import type { Tx } from '../../db/database.ts'
import type { Bar, Chart, ExportReader } from './exporter.ts'

export const barsMax = 8
/** The bar of all groups that have none of their own. */
export const othersLabel = 'All others'
export const number = new Intl.NumberFormat('en-GB')

/** The rows of a query, counted by some of its columns, and how many are in the groups that match. */
export async function tallyOf<DB, TB extends keyof DB, Row, Column extends keyof Row & string>(
  tx: Tx,
  found: SelectQueryBuilder<DB, TB, Row>,
  columns: readonly Column[],
) {
  const groups = sql.join(columns.map((column) => sql.ref(column)))
  const { rows } = await sql<Pick<Row, Column> & { count: string }>`
    select ${groups}, count(*) as count from ${found} as found group by ${groups}`.execute(tx)
  const counted = rows.map((row) => ({ ...row, count: Number(row.count) }))
  const sum = (which: (row: (typeof counted)[number]) => boolean) =>
    counted.filter(which).reduce((all, { count }) => all + count, 0)
  return { counted, sum }
}

/** The largest groups, and one for all others, so that the bars add up to the total. */
export function barsOf(values: Map<string, number>): Bar[] {
  const sorted = [...values].map(([label, value]) => ({ label, value })).toSorted((a, b) => b.value - a.value)
  return withOthers(sorted.slice(0, barsMax), sumOf(sorted))
}

const sumOf = (bars: readonly Bar[]) => bars.reduce((all, { value }) => all + value, 0)

/** The largest groups, up to `barsMax` of them. If they aren't all, the last one gives way to the rest of the total. */
export function withOthers(largest: readonly Bar[], total: number): Bar[] {
  if (sumOf(largest) === total) return [...largest]
  const shown = largest.slice(0, barsMax - 1)
  return [...shown, { label: othersLabel, value: total - sumOf(shown) }]
}

type Counted = { severity: number; source: AnySource; count: number }

export function grouped<R extends { count: number }>(
  rows: readonly R[],
  keyOf: (row: R) => string,
): Map<string, number> {
  const groups = new Map<string, number>()
  for (const row of rows) groups.set(keyOf(row), (groups.get(keyOf(row)) ?? 0) + row.count)
  return groups
}

export function bySeverity(rows: readonly Counted[]): Chart {
  const groups = grouped(rows, ({ severity }) => severityOfRank(severity))
  return {
    title: 'By severity',
    form: 'bars',
    data: severities.map((tone) => ({ label: tone, value: groups.get(tone) ?? 0, tone })),
  }
}

export const bySource = (rows: readonly Counted[]): Chart => ({
  title: 'By source',
  form: 'bars',
  data: barsOf(grouped(rows, ({ source }) => everySource[source].label)),
})

const [daysAtMost, weeksAtMost] = [31, 200]

/**
 * The number of rows per day, week or month in the company's time zone, whichever gives about thirty columns at most, including empty ones.
 *
 * @param what the rows as the title names them, e.g. `Threats` for “Threats per day”
 * @param at the column with the instant of a row
 */
export async function trend(
  { tx, zone }: Pick<ExportReader, 'tx' | 'zone'>,
  what: string,
  found: Expression<unknown>,
  at: string,
): Promise<Chart> {
  const source = sql`(select ${sql.ref(at)} as at from ${found} as found)`
  const { rows: ends } = await sql<{ first: Date | null; last: Date | null }>`
    select min(at) as first, max(at) as last from ${source} as t`.execute(tx)
  const { first, last } = ends[0] ?? { first: null, last: null }
  if (!first || !last) return { title: `${what} over time`, form: 'columns', data: [] }
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
    title: `${what} per ${unit}`,
    form: 'columns',
    data: rows.map(({ day, count }) => ({ label: form.format(new Date(`${day}T00:00:00Z`)), value: Number(count) })),
  }
}

/** When the target of a takedown last went offline, as an expression over its `reached_at`; the same as the step “Removed”. */
export function wentDownAt(reachedAt: string): RawBuilder<Date | null> {
  const instants = downTakedownStatuses.map(
    (status) => sql`(${sql.ref(reachedAt)} ->> ${sql.lit(status)})::timestamptz`,
  )
  return sql`coalesce(${sql.join(instants)})`
}

export const shareOf = (part: number, whole: number) => (whole === 0 ? '' : `${percentOf(part, whole)} of all`)

export const percentOf = (part: number, whole: number) => `${Math.round((part / whole) * 100)}%`

/** The sentence about the longest of some bars; none without bars. */
export const mostFrequent = ({ data }: Chart, total: number): string[] =>
  data
    .filter(({ label }) => label !== othersLabel)
    .slice(0, 1)
    .map(({ label, value }) => `Most frequent source: ${label}, ${number.format(value)} (${percentOf(value, total)}).`)

/** A day in the time zone of a company, e.g. `3 October 2026`. */
export const longDay = (at: Date, zone: string) =>
  at.toLocaleDateString('en-GB', { timeZone: zone, day: 'numeric', month: 'long', year: 'numeric' })

/** The first instant of a column among the rows of a query; null if there are none. */
export async function earliest(tx: Tx, found: Expression<unknown>, at: string): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(${sql.ref(at)}) as first from ${found} as found`.execute(tx)
  return rows[0]?.first ?? null
}
