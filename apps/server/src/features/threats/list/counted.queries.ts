import { sql } from 'kysely'
import { dayMs } from '@signet/contract/time'
import type { Tx } from '../../../db/database.ts'
import { rangeOf } from '../../../app/range.ts'
import { totalMax } from '../../../db/capped-page.ts'
import { dayCounts, threatCounts } from '../../counts/counts.queries.ts'
import {
  kindsOf,
  sourceConditions,
  whereThreats,
  type ThreatFilter,
  type ThreatScope,
} from './threat-filter.queries.ts'

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
    .where(({ and }) => and(sourceConditions('counts', filter)))
  if (!filter.showAutomaticallyFiltered) counted = counted.where('counts.auto_filtered', '=', false)
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

/** Whether the counts of days know what a filter is about. Of the statuses, they only know `open`. */
const isKnownByDay = {
  ...isKnown,
  status: false,
  category: false,
  adSource: false,
  urlSource: false,
  showAutomaticallyFiltered: false,
  fromDate: true,
  toDate: true,
} as const satisfies Record<keyof ThreatFilter, boolean>

const isStartOfDay = (at: Date | null) => at === null || at.getTime() % dayMs === 0

/** Like `countedThreats`, by the day of detection: for filters that include whole days. */
function countedDays(tx: Tx, scope: ThreatScope, { status, ...filter }: ThreatFilter) {
  const isOpen = status?.length === 1 && status[0] === 'open'
  const { from, until } = rangeOf(filter)
  if ((status?.length && !isOpen) || (filter.dateType ?? 'detected') !== 'detected') return null
  if (!isStartOfDay(from) || !isStartOfDay(until) || !isCountable(filter, isKnownByDay)) return null
  if (scope.kind === 'either' || scope.stages.some((stage) => stage !== 'published')) return null
  const counted = tx
    .selectFrom(dayCounts(scope.companyId, scope.kind, { from, until }).as('counts'))
    .where(({ and }) => and(sourceConditions('counts', filter)))
  return isOpen ? counted.where('counts.is_open', '=', true) : counted
}

/** The rows, if all that a filter finds could be read. */
const unlessTooMany = <R extends { count: string }>(rows: R[]) =>
  rows.reduce((sum, { count }) => sum + Number(count), 0) > totalMax ? null : rows

/**
 * How many threats a filter finds in each source; null if it finds more than 10,000 and the counts don't know what it is about. Index: as
 * for the list with the same filter.
 */
export async function countsBySource(
  tx: Tx,
  scope: ThreatScope,
  filter: ThreatFilter,
): Promise<Map<string, number> | null> {
  const counted = filter.fromDate || filter.toDate ? countedDays(tx, scope, filter) : countedThreats(tx, scope, filter)
  const rows = counted
    ? await counted
        .select(['counts.source', sumOfCounts.as('count')])
        .groupBy('counts.source')
        .execute()
    : unlessTooMany(
        await tx
          .selectFrom(
            whereThreats(tx.selectFrom('threats'), scope, filter)
              .select('threats.source')
              .limit(totalMax + 1)
              .as('found'),
          )
          .select(['found.source', (select) => select.fn.countAll<string>().as('count')])
          .groupBy('found.source')
          .execute(),
      )
  return rows && new Map(rows.map(({ source, count }) => [source, Number(count)]))
}

/**
 * How many threats a filter finds by the UTC day of detection and severity, since the start of a day; null as for `countsBySource`. Index:
 * as for the list with the same filter.
 */
export async function countsByDay(tx: Tx, scope: ThreatScope, filter: ThreatFilter, since: Date) {
  const ofDays = { ...filter, dateType: 'detected', fromDate: since.toISOString(), toDate: undefined } as const
  const counted = countedDays(tx, scope, ofDays)
  const rows = counted
    ? await counted
        .select(['counts.day', 'counts.severity', sumOfCounts.as('count')])
        .groupBy(['counts.day', 'counts.severity'])
        .execute()
    : unlessTooMany(
        await tx
          .selectFrom(
            whereThreats(tx.selectFrom('threats'), scope, ofDays)
              .select([
                sql<number>`(threats.first_seen at time zone 'UTC')::date - date '1970-01-01'`.as('day'),
                'threats.severity',
              ])
              .limit(totalMax + 1)
              .as('found'),
          )
          .select(['found.day', 'found.severity', (select) => select.fn.countAll<string>().as('count')])
          .groupBy(['found.day', 'found.severity'])
          .execute(),
      )
  return rows && rows.map(({ day, severity, count }) => ({ day, severity, count: Number(count) }))
}
