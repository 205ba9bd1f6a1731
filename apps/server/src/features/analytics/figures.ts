import { recordFrom } from '@signet/contract/narrow'
import { severities, severityOfRank } from '@signet/contract/threats/severities'
import { everySource, sourceLabelOf, type AnySource, type Kind } from '@signet/contract/threats/sources'
import { isoDay, dayMs } from '@signet/contract/time'
import type { Slice } from '@signet/contract/wire'
import type { Context } from '../../app/context.ts'
import { rangeOf } from '../../app/range.ts'
import { configuredSources } from '../threats/record-handlers.ts'
import { countsByDay } from '../threats/list/counted.queries.ts'
import { publishedScope, type ThreatFilter } from '../threats/list/threat-filter.queries.ts'
import { listThreatRows, toThreat } from '../threats/threats.queries.ts'
import { countBy, countBySource } from './figures.queries.ts'
import { startOf } from './start-of.ts'

const recentDays = 7
const recentMax = 10

interface Back {
  query: { daysBack: number }
}
interface Range {
  query: { fromDate?: string | undefined; toDate?: string | undefined }
}

/**
 * The figures of threats or touts. They count published records that weren't filtered automatically.
 *
 * @param sources the sources of the kind
 */
export function figuresOf<S extends AnySource>(kind: Kind, sources: readonly S[]) {
  const scopeOf = (context: Context) => ({ tx: context.tx, companyId: context.company.id, kind })

  async function countsBy(context: Context, column: 'source' | 'severity' | 'threat_type', daysBack: number) {
    const rows = await countBy(scopeOf(context), column, startOf(daysBack))
    return rows.map((row) => ({ value: row[column], count: Number(row.count) })).toSorted((a, b) => b.count - a.count)
  }

  return {
    /** One row for each source that the company has selected, in that order. */
    async bySource(context: Context, { query }: Range) {
      const rows = await countBySource(scopeOf(context), rangeOf(query), startOf(recentDays))
      return (await configuredSources(context, kind, sources)).map((source) => {
        const own = rows.filter((row) => row.source === source)
        const bySeverity = recordFrom(severities, () => 0)
        for (const row of own) bySeverity[severityOfRank(row.severity)] += Number(row.total)
        const sum = (key: 'total' | 'open' | 'recent') => own.reduce((all, row) => all + Number(row[key]), 0)
        return {
          source,
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

    async frequency(context: Context, { query }: { query: Back['query'] & ThreatFilter }) {
      const start = startOf(query.daysBack)
      const rows = await countsByDay(context.tx, publishedScope(context, kind), query, start)
      if (rows === null) return []
      return Array.from({ length: query.daysBack }, (_, index) => {
        const at = start.getTime() + index * dayMs
        const by = recordFrom(severities, () => 0)
        let count = 0
        for (const row of rows) {
          if (row.day !== at / dayMs) continue
          by[severityOfRank(row.severity)] = row.count
          count += row.count
        }
        return { date: isoDay(at), count, by }
      })
    },
  }
}
