import { sql } from 'kysely'
import type { AnySource, Kind } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import type { Tx } from '../../db/database.ts'
import { dayCounts, threatCounts } from '../counts/counts.queries.ts'

interface Scope {
  tx: Tx
  companyId: number
  kind: Kind
}

/** From the start of a day in UTC, and up to the start of a day; null for no limit. */
type Days = Parameters<typeof dayCounts>[2]

const countedDays = ({ tx, companyId, kind }: Scope, days: Days) =>
  tx.selectFrom(dayCounts(companyId, kind, days).as('counts'))

const sumOfCounts = sql<string>`sum(counts.count)`

/** The records since the start of a day, counted by one column. */
export function countBy(scope: Scope, column: 'source' | 'severity' | 'threat_type', since: Date) {
  return countedDays(scope, { from: since, until: null })
    .select([`counts.${column}`, sumOfCounts.as('count')])
    .groupBy(`counts.${column}`)
    .having(sumOfCounts, '>', '0')
    .execute()
}

interface OfSource {
  source: AnySource
  severity: number
  total: string
  open: string
  recent: string
}

const isStartOfDay = (at: Date | null) => at === null || at.getTime() % dayMs === 0

/**
 * The records of a period by source and severity, with those without a decision and those since the start of a day.
 *
 * Whole days are summed; a period that begins or ends within a day is counted.
 */
export async function countBySource(scope: Scope, period: Days, recent: Date): Promise<OfSource[]> {
  const { from, until } = period
  if (!isStartOfDay(from) || !isStartOfDay(until)) return countPeriod(scope, period, recent)
  if (from === null && until === null) return countAll(scope, recent)
  return countedDays(scope, period)
    .select([
      'counts.source',
      'counts.severity',
      sumOfCounts.as('total'),
      sql<string>`coalesce(sum(counts.count) filter (where counts.is_open), 0)`.as('open'),
      sql<string>`coalesce(sum(counts.count) filter (where counts.day >= ${dayOf(recent)}::int), 0)`.as('recent'),
    ])
    .groupBy(['counts.source', 'counts.severity'])
    .having(sumOfCounts, '>', '0')
    .execute()
}

/** Days since 1970, UTC. */
const dayOf = (at: Date) => Math.floor(at.getTime() / dayMs)

/** All records, which don't have to be summed by day. */
async function countAll({ tx, companyId, kind }: Scope, recent: Date): Promise<OfSource[]> {
  const { rows } = await sql<OfSource>`
    select source, severity, sum(total) as total, sum(open) as open, sum(recent) as recent from (
      select source, severity, count as total, case when status = 'open' then count else 0 end as open, 0 as recent
      from ${threatCounts(companyId)} as counts where kind = ${kind} and stage = 'published' and not auto_filtered
      union all select source, severity, 0, 0, count from ${dayCounts(companyId, kind, { from: recent, until: null })} as counts
    ) summed group by source, severity having sum(total) > 0`.execute(tx)
  return rows
}

/** Index: threats_first_seen. */
function countPeriod({ tx, companyId, kind }: Scope, { from, until }: Days, recent: Date): Promise<OfSource[]> {
  return tx
    .selectFrom('threats')
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('stage', '=', 'published')
    .where('auto_filtered', '=', false)
    .select([
      'source',
      'severity',
      (select) => select.fn.countAll<string>().as('total'),
      sql<string>`count(*) filter (where status = 'open')`.as('open'),
      sql<string>`count(*) filter (where first_seen >= ${recent})`.as('recent'),
    ])
    .$call((select) => (from !== null ? select.where('first_seen', '>=', from) : select))
    .$call((select) => (until !== null ? select.where('first_seen', '<', until) : select))
    .groupBy(['source', 'severity'])
    .execute()
}
