import { sql } from 'kysely'
import { recordFrom } from '@signet/contract/narrow'
import { severities, severityOfRank } from '@signet/contract/threats/severities'
import { everySource, sourceLabelOf, type AnySource, type Kind } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import type { Slice } from '@signet/contract/wire'
import type { Context } from '../../app/context.ts'
import { rangeOf } from '../../app/range.ts'
import { configuredSources } from '../threats/record-handlers.ts'
import { publishedScope } from '../threats/threat-filter.queries.ts'
import { listThreatRows, toThreat } from '../threats/threats.queries.ts'
import { startOf } from './start-of.ts'

const recentDays = 7
const recentMax = 10

interface Back {
  query: { daysBack: number; threatSource?: AnySource[] | undefined }
}
interface Range {
  query: { fromDate?: string | undefined; toDate?: string | undefined }
}

/**
 * The figures of threats or touts. They count published records that weren't filtered automatically.
 *
 * @typeParam S the sources of the kind
 */
export function figuresOf<S extends AnySource>(kind: Kind) {
  /** Index: threats_first_seen. */
  const published = (context: Context) =>
    context.tx
      .selectFrom('threats')
      .where('company_id', '=', context.company.id)
      .where('kind', '=', kind)
      .where('stage', '=', 'published')
      .where('auto_filtered', '=', false)

  async function countsBy(context: Context, column: 'source' | 'severity' | 'threat_type', daysBack: number) {
    const rows = await published(context)
      .select([column, (select) => select.fn.countAll<string>().as('count')])
      .where('first_seen', '>=', startOf(daysBack))
      .groupBy(column)
      .execute()
    return rows.map((row) => ({ value: row[column], count: Number(row.count) })).toSorted((a, b) => b.count - a.count)
  }

  return {
    /** One row for each source that the company has selected, in that order. */
    async bySource(context: Context, { query }: Range) {
      const { from, until } = rangeOf(query)
      const rows = await published(context)
        .select([
          'source',
          'severity',
          (select) => select.fn.countAll<string>().as('total'),
          sql<string>`count(*) filter (where status = 'open')`.as('open'),
          sql<string>`count(*) filter (where first_seen >= ${startOf(recentDays)})`.as('recent'),
        ])
        .$call((select) => (from !== null ? select.where('first_seen', '>=', from) : select))
        .$call((select) => (until !== null ? select.where('first_seen', '<', until) : select))
        .groupBy(['source', 'severity'])
        .execute()
      return (await configuredSources(context, kind)).map((source) => {
        const own = rows.filter((row) => row.source === source)
        const bySeverity = recordFrom(severities, () => 0)
        for (const row of own) bySeverity[severityOfRank(row.severity)] += Number(row.total)
        const sum = (key: 'total' | 'open' | 'recent') => own.reduce((all, row) => all + Number(row[key]), 0)
        return {
          source: source as S,
          label: everySource[source].label,
          total: sum('total'),
          open: sum('open'),
          bySeverity,
          recentlyAdded: sum('recent'),
        }
      })
    },

    async distribution(context: Context, { query }: Back): Promise<Slice[]> {
      const counts = await countsBy(context, 'source', query.daysBack)
      return counts.map(({ value, count }) => ({ key: String(value), label: sourceLabelOf(value), count }))
    },

    async severityDistribution(context: Context, { query }: Back): Promise<Slice[]> {
      const counts = await countsBy(context, 'severity', query.daysBack)
      return severities.map((name, index) => ({
        key: name,
        label: name,
        count: counts.find(({ value }) => value === 4 - index)?.count ?? 0,
      }))
    },

    async typeDistribution(context: Context, { query }: Back): Promise<Slice[]> {
      const counts = await countsBy(context, 'threat_type', query.daysBack)
      return counts.map(({ value, count }) => ({ key: String(value), label: String(value), count }))
    },

    /** The most severe ones without a decision. */
    async recent(context: Context, { query }: Back) {
      const filter = { status: ['open' as const], fromDate: startOf(query.daysBack).toISOString() }
      const paging = { pageNumber: 1, limit: recentMax, sortField: 'severity', sortDirection: 'desc' } as const
      const mostSevere = await listThreatRows(context.tx, publishedScope(context, kind), filter, paging)
      return mostSevere.items.map((row) => toThreat<S>(row, context.fileHref))
    },

    async frequency(context: Context, { query }: Back) {
      const start = startOf(query.daysBack)
      const rows = await published(context)
        .select([
          // Days since 1970, UTC.
          sql<number>`(first_seen at time zone 'UTC')::date - date '1970-01-01'`.as('day'),
          'severity',
          (select) => select.fn.countAll<string>().as('count'),
        ])
        .where('first_seen', '>=', start)
        .$call((select) => (query.threatSource?.length ? select.where('source', 'in', query.threatSource) : select))
        .groupBy(['day', 'severity'])
        .execute()
      return Array.from({ length: query.daysBack }, (_, index) => {
        const at = start.getTime() + index * dayMs
        const by = recordFrom(severities, () => 0)
        let count = 0
        for (const row of rows) {
          if (row.day !== at / dayMs) continue
          by[severityOfRank(row.severity)] = Number(row.count)
          count += Number(row.count)
        }
        return { date: new Date(at).toISOString().slice(0, 10), count, by }
      })
    },
  }
}
