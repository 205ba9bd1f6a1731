import { sql } from 'kysely'
import type * as contract from '@signet/contract/analytics'
import { severities, severityOfRank, type Severity } from '@signet/contract/severities'
import { sources, type ThreatSource } from '@signet/contract/sources'
import type { Slice } from '@signet/contract/wire'
import type { Context } from '../../context.ts'
import { rangeOf } from '../../db/range.ts'
import type { Handler } from '../../http/mount-contract.ts'
import { publishedScope } from '../threats/threat-filter.ts'
import { listThreatRows, toThreat } from '../threats/threats.queries.ts'

const dayMs = 86_400_000
const recentDays = 7
const recentMax = 10

/** Midnight in UTC, so many days before today's end: `1` is the start of today. */
function startOf(daysBack: number): Date {
  return new Date(Math.floor(Date.now() / dayMs) * dayMs - (daysBack - 1) * dayMs)
}

/** What the figures count: published threats that were not filtered automatically. Index: threats_first_seen. */
function published(context: Context) {
  return context.tx
    .selectFrom('threats')
    .where('company_id', '=', context.company.id)
    .where('stage', '=', 'published')
    .where('auto_filtered', '=', false)
}

export const getThreatSourceSummary: Handler<typeof contract.getThreatSourceSummary> = async (context, { query }) => {
  const { from, until } = rangeOf(query)
  const { threat_sources: configured } = await context.tx
    .selectFrom('companies')
    .select('threat_sources')
    .where('id', '=', context.company.id)
    .executeTakeFirstOrThrow()
  const rows = await published(context)
    .select([
      'source',
      'severity',
      (select) => select.fn.countAll<string>().as('total'),
      sql<string>`count(*) filter (where status = 'open')`.as('open'),
      sql<string>`count(*) filter (where first_seen >= ${startOf(recentDays)})`.as('recent'),
    ])
    .$if(from !== null, (select) => select.where('first_seen', '>=', from as Date))
    .$if(until !== null, (select) => select.where('first_seen', '<', until as Date))
    .groupBy(['source', 'severity'])
    .execute()
  return configured.map((source: ThreatSource) => {
    const own = rows.filter((row) => row.source === source)
    const bySeverity = Object.fromEntries(severities.map((name) => [name, 0])) as Record<Severity, number>
    for (const row of own) bySeverity[severityOfRank(row.severity)] += Number(row.total)
    const sum = (key: 'total' | 'open' | 'recent') => own.reduce((all, row) => all + Number(row[key]), 0)
    return {
      source,
      label: sources[source].label,
      total: sum('total'),
      open: sum('open'),
      bySeverity,
      recentlyAdded: sum('recent'),
    }
  })
}

async function slicesBy(context: Context, column: 'source' | 'severity' | 'threat_type', daysBack: number) {
  const rows = await published(context)
    .select([column, (select) => select.fn.countAll<string>().as('count')])
    .where('first_seen', '>=', startOf(daysBack))
    .groupBy(column)
    .execute()
  return rows.map((row) => ({ value: row[column], count: Number(row.count) })).toSorted((a, b) => b.count - a.count)
}

export const getThreatDistribution: Handler<typeof contract.getThreatDistribution> = async (context, { query }) =>
  (await slicesBy(context, 'source', query.daysBack)).map(({ value, count }): Slice => ({
    key: String(value),
    label: sources[value as ThreatSource].label,
    count,
  }))

export const getThreatSeverityDistribution: Handler<typeof contract.getThreatSeverityDistribution> = async (
  context,
  { query },
) => {
  const slices = await slicesBy(context, 'severity', query.daysBack)
  return severities.map((name, index) => ({
    key: name,
    label: name,
    count: slices.find(({ value }) => value === 4 - index)?.count ?? 0,
  }))
}

export const getThreatTypeDistribution: Handler<typeof contract.getThreatTypeDistribution> = async (
  context,
  { query },
) =>
  (await slicesBy(context, 'threat_type', query.daysBack)).map(({ value, count }): Slice => ({
    key: String(value),
    label: String(value),
    count,
  }))

export const getRecentThreats: Handler<typeof contract.getRecentThreats> = async (context, { query }) => {
  const filter = { status: ['open' as const], fromDate: startOf(query.daysBack).toISOString() }
  const paging = { pageNumber: 1, limit: recentMax, sortField: 'severity', sortDirection: 'desc' } as const
  const worst = await listThreatRows(context.tx, publishedScope(context), filter, paging)
  return worst.items.map((row) => toThreat(row, context.fileHref))
}

export const getThreatFrequency: Handler<typeof contract.getThreatFrequency> = async (context, { query }) => {
  const start = startOf(query.daysBack)
  const rows = await published(context)
    .select([
      // Days since 1970, UTC.
      sql<number>`(first_seen at time zone 'UTC')::date - date '1970-01-01'`.as('day'),
      'severity',
      (select) => select.fn.countAll<string>().as('count'),
    ])
    .where('first_seen', '>=', start)
    .$if(Boolean(query.threatSource?.length), (select) =>
      select.where('source', 'in', query.threatSource as ThreatSource[]),
    )
    .groupBy(['day', 'severity'])
    .execute()
  return Array.from({ length: query.daysBack }, (_, index) => {
    const at = start.getTime() + index * dayMs
    const by = Object.fromEntries(severities.map((name) => [name, 0])) as Record<string, number>
    let count = 0
    for (const row of rows) {
      if (row.day !== at / dayMs) continue
      by[severityOfRank(row.severity)] = Number(row.count)
      count += Number(row.count)
    }
    return { date: new Date(at).toISOString().slice(0, 10), count, by }
  })
}
