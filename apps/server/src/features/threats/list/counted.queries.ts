import { sql } from 'kysely'
import { severityRank } from '@signet/contract/threats/severities'
import type { Tx } from '../../../db/database.ts'
import { threatCounts } from '../../counts/counts.queries.ts'
import { kindsOf, type ThreatFilter, type ThreatScope } from './threat-filter.queries.ts'

/** Whether the counts know what a filter is about. Those of dates and searched fields mean nothing on their own. */
const isKnown = {
  source: true,
  threatSource: true,
  threatSeverity: true,
  threatType: true,
  status: true,
  category: true,
  adSource: true,
  urlSource: true,
  showAutomaticallyFiltered: true,
  dateType: true,
  searchField: true,
  fields: false,
  isTakedown: false,
  takedownStatus: false,
  bookmarkedThreats: false,
  bookmarked: false,
  searchQuery: false,
  fromDate: false,
  toDate: false,
  similarTo: false,
  only: false,
  except: false,
  importId: false,
  overdue: false,
  assigned: false,
} as const satisfies Record<keyof ThreatFilter, boolean>

/**
 * Whether a filter is only about what counts know. `isTakedown: false` filters; of all others, `false` is the same as unset.
 *
 * @param known the names of all filters, and whether the counts know them
 */
export function isCountable(filter: object, known: Readonly<Record<string, boolean>>): boolean {
  return Object.entries(known).every(([name, knows]) => {
    const value: unknown = Reflect.get(filter, name)
    if (knows || value === undefined) return true
    return Array.isArray(value) ? value.length === 0 : !value && name !== 'isTakedown'
  })
}

/**
 * The counts of the threats that `whereThreats` finds for the same scope and filter, as `counts`; null if the filter is about something
 * that the counts don't know.
 */
export function countedThreats(tx: Tx, scope: ThreatScope, filter: ThreatFilter) {
  if (!isCountable(filter, isKnown)) return null
  let counted = tx
    .selectFrom(threatCounts(scope.companyId).as('counts'))
    .where('counts.kind', 'in', kindsOf(scope))
    .where('counts.stage', 'in', scope.stages)
  if (!filter.showAutomaticallyFiltered) counted = counted.where('counts.auto_filtered', '=', false)
  if (filter.source) counted = counted.where('counts.source', '=', filter.source)
  if (filter.threatSource?.length) counted = counted.where('counts.source', 'in', filter.threatSource)
  if (filter.threatSeverity?.length) {
    const ranks = filter.threatSeverity.map((severity) => severityRank[severity])
    counted = counted.where('counts.severity', 'in', ranks)
  }
  if (filter.threatType?.length) counted = counted.where('counts.threat_type', 'in', filter.threatType)
  if (filter.status?.length) counted = counted.where('counts.status', 'in', filter.status)
  if (filter.category?.length) counted = counted.where('counts.category', 'in', filter.category)
  if (filter.adSource?.length) counted = counted.where('counts.ad_source', 'in', filter.adSource)
  if (filter.urlSource?.length) counted = counted.where('counts.url_source', 'in', filter.urlSource)
  return counted
}

/** How many there are, for a query on counts. */
export const sumOfCounts = sql<string>`sum(counts.count)`

/** How many threats a filter finds; null if the counts don't know what it is about. */
export async function countedTotal(tx: Tx, scope: ThreatScope, filter: ThreatFilter): Promise<number | null> {
  const row = await countedThreats(tx, scope, filter)?.select(sumOfCounts.as('count')).executeTakeFirst()
  return row === undefined ? null : Number(row.count)
}
