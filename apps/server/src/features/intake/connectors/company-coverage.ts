import {
  coverageStates,
  troubledStates,
  type CompanyCoverage,
  type CompanyCoverageSort,
  type CoverageState,
} from '@signet/contract/collection/company-coverage'
import {
  collectingConnectorNames,
  connectorNames,
  connectors as infos,
  type ConnectorState,
} from '@signet/contract/collection/connectors'
import { isOneOf } from '@signet/contract/narrow'
import { threatSources, type ThreatSource } from '@signet/contract/threats/sources'
import type { CompanyRef } from '../../../app/context.ts'
import type { CoverageRow } from './company-coverage.queries.ts'
import { stateOf, type Clock } from './connector-work.ts'
import { idleState, isInFeeds } from './source-feeds.ts'

/** How one source of a company is covered, from the rows of that source. */
export function coverageOf(
  { key, name }: Pick<CompanyRef, 'key' | 'name'>,
  source: ThreatSource,
  rows: readonly CoverageRow[],
  { isRead, clock, arrivedAt }: { isRead: boolean; clock: Clock; arrivedAt: Date | undefined },
): CompanyCoverage {
  const stored = rows.flatMap((row) => (row.connector === null ? [] : [row]))
  const on = stored.filter((row) => row.is_on)
  const connectors = on.map((row) => ({ connector: row.connector, state: stateOf(row, clock) }))
  const next = on.flatMap((row) => (row.paused_at ? [] : (row.next_run_at ?? [])))
  const dataAt = isoOf(
    [...stored.map((row) => row.data_at), arrivedAt]
      .flatMap((at) => at ?? [])
      .toSorted(byTime)
      .at(-1),
  )
  const state = stateOfSource(
    source,
    connectors.map((one) => one.state),
    isRead,
  )
  return {
    company: key,
    companyName: name,
    source,
    state: state === 'collecting' && dataAt === null ? 'waiting' : state,
    dataAt,
    nextRunAt: isoOf(next.toSorted(byTime)[0]),
    connectors: connectors.toSorted(
      (a, b) => connectorNames.indexOf(a.connector) - connectorNames.indexOf(b.connector),
    ),
  }
}

const byTime = (a: Date, b: Date) => a.getTime() - b.getTime()
const isoOf = (at: Date | undefined) => at?.toISOString() ?? null

const calmStates = ['collecting', 'waiting', 'paused'] as const

/** A connector in a trouble counts although another one works, because that is easily overlooked. */
function stateOfSource(source: ThreatSource, states: readonly ConnectorState[], isRead: boolean): CoverageState {
  const trouble = troubledStates.find((state) => states.includes(state))
  if (trouble) return trouble
  if (isRead && isInFeeds(source)) return 'collecting'
  const calm = calmStates.find((state) => states.includes(state))
  return (
    calm ??
    idleState(
      source,
      collectingConnectorNames.some((name) => infos[name].source === source),
    )
  )
}

export const isTroubled = ({ state }: CompanyCoverage): boolean => isOneOf(troubledStates, state)

/** A comparison by a field, then by urgency, company and source, so that the order is total. */
export function coverageOrder(by: CompanyCoverageSort, sign: 1 | -1) {
  const fields = {
    state: (a, b) => coverageStates.indexOf(a.state) - coverageStates.indexOf(b.state),
    company: (a, b) => a.companyName.localeCompare(b.companyName, 'en') || a.company.localeCompare(b.company, 'en'),
    source: (a, b) => threatSources.indexOf(a.source) - threatSources.indexOf(b.source),
    dataAt: (a, b) => (a.dataAt ?? '').localeCompare(b.dataAt ?? ''),
  } satisfies Record<CompanyCoverageSort, (a: CompanyCoverage, b: CompanyCoverage) => number>
  return (a: CompanyCoverage, b: CompanyCoverage) =>
    sign * fields[by](a, b) || fields.state(a, b) || fields.company(a, b) || fields.source(a, b)
}
