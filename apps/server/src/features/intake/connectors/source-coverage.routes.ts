import {
  collectingConnectorNames,
  connectors as infos,
  type ConnectorName,
  type ConnectorWork,
  type SourceState,
} from '@signet/contract/collection/connectors'
import type * as contract from '@signet/contract/collection/connectors'
import { threatSources, type ThreatSource } from '@signet/contract/threats/sources'
import { toutSources, type ToutSource } from '@signet/contract/touts/tout-sources'
import { sourceOfTouts } from '@signet/detection'
import type { IdentityHandler } from '../../../app/handler.ts'
import { companyOf } from '../../../db/company-keys.queries.ts'
import { modulesOf } from '../../companies/company-config.ts'
import { hasFeeds } from '../../companies/set-up-sources.queries.ts'
import { clockIn, connectorWork } from './connector-work.ts'
import { connectorsOf, lastArrivals } from './connectors.queries.ts'
import { idleState, isCollected, isOneWorking } from './source-feeds.ts'

export const getSourceCoverage: IdentityHandler<typeof contract.getSourceCoverage> = {
  withIdentity: async ({ tx, company, identity }) => {
    const { threat_sources: wanted, ...set } = await identity((people) => companyOf(people, company.id))
    const rows = new Map((await connectorsOf(tx, company.id)).map((row) => [row.connector, row]))
    const arrived = new Map((await lastArrivals(tx, [company.id])).map(({ source, at }) => [source, at]))
    const isRead = await hasFeeds(tx)
    const clock = await clockIn(tx)
    const worksOf = (names: readonly ConnectorName[]) => names.map((name) => connectorWork(name, rows.get(name), clock))
    const threats = threatSources
      .filter((source) => wanted.includes(source))
      .map((source) => {
        const connectors = worksOf(collectingConnectorNames.filter((name) => infos[name].source === source))
        const dataAt = latest([...connectors.map((work) => work.dataAt), arrived.get(source)?.toISOString()])
        return { kind: 'threat' as const, source, state: stateOf(source, connectors, isRead), dataAt, connectors }
      })
    const touts = toutSources
      .filter((source) => modulesOf(set.modules).touts && set.tout_sources.includes(source))
      .map((source) => {
        const connectors = worksOf(connectorsOfTouts(source))
        // Other programs send both kinds to the other sources, and it isn't stored which.
        const sentAt = source === 'Extension' ? arrived.get(source)?.toISOString() : undefined
        const dataAt = latest([...connectors.map((work) => work.dataAt), sentAt])
        return { kind: 'tout' as const, source, state: toutStateOf(connectors), dataAt, connectors }
      })
    return [...threats, ...touts]
  },
}

const latest = (times: readonly (string | null | undefined)[]): string | null =>
  times
    .flatMap((at) => at ?? [])
    .toSorted()
    .at(-1) ?? null

/** What brings in touts of a source; feeds and certificate logs have names without an offer. */
const connectorsOfTouts = (source: ToutSource) =>
  collectingConnectorNames.filter((name) => sourceOfTouts(infos[name].source) === source)

const resting = new Set(['off', 'paused'])

function stateOf(source: ThreatSource, connectors: readonly ConnectorWork[], isRead: boolean): SourceState {
  const states = connectors.map(({ state }) => state)
  if (isCollected(source, states, isRead)) return 'collecting'
  return stateOfWork(connectors) ?? idleState(source, connectors.length > 0)
}

const toutStateOf = (connectors: readonly ConnectorWork[]): SourceState =>
  stateOfWork(connectors) ?? (connectors.length > 0 ? 'off' : 'importOnly')

/** The state that connectors that are on give their source; null if none is on. */
function stateOfWork(connectors: readonly ConnectorWork[]): SourceState | null {
  if (isOneWorking(connectors.map(({ state }) => state))) return 'collecting'
  if (connectors.some(({ state }) => !resting.has(state))) return 'troubled'
  return connectors.some(({ state }) => state === 'paused') ? 'paused' : null
}
