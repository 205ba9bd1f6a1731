import type { SortDirection } from '@signet/contract/wire'
import { severities, severityRank } from '@signet/contract/threats/severities'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { hoursOf, lateSince, promisedAt } from './promised-times.queries.ts'
import { whereThreats, type ThreatFilter, type ThreatScope } from './threat-filter.queries.ts'

/**
 * The first records of the queue in the order of their promised times, as a select of their `id` and `promised_at`, at most `most` of each
 * severity: within one, what entered the queue first was promised first, so the order of the index is that of the promise. Null for a list
 * that is not only of what waits. Index: threats_promised, for each severity.
 */
export function firstPromised(
  tx: Tx,
  scope: ThreatScope,
  filter: ThreatFilter,
  direction: SortDirection,
  most: number,
): RawBuilder<unknown> | null {
  const [stage, ...others] = scope.stages
  if (stage !== 'queued' || others.length > 0 || scope.kind === 'either' || filter.showAutomaticallyFiltered)
    return null
  const { threatSeverity, overdue, ...rest } = filter
  const hours = hoursOf(scope.companyId)
  const wanted = threatSeverity?.length ? new Set(threatSeverity) : new Set(severities)
  const ofSeverities = [...wanted].map((severity) => {
    const rank = severityRank[severity]
    const some = whereThreats(tx.selectFrom('threats'), scope, rest).where('threats.severity', '=', rank)
    return (overdue ? some.where('threats.staged_at', '<=', lateSince(hours, rank)) : some)
      .select(['threats.id', promisedAt(hours).as('promised_at')])
      .orderBy('threats.staged_at', direction)
      .orderBy('threats.id', direction)
      .limit(most)
  })
  return sql.join(
    ofSeverities.map((some) => sql`(${some})`),
    sql` union all `,
  )
}
