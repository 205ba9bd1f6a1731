import {
  connectorNames,
  connectors as infos,
  type ConnectorWork,
  type SourceState,
} from '@signet/contract/collection/connectors'
import type * as contract from '@signet/contract/collection/connectors'
import { threatSources, type ThreatSource } from '@signet/contract/threats/sources'
import type { Handler } from '../../../app/handler.ts'
import { companyOf } from '../../../db/company-keys.queries.ts'
import { hasFeeds } from '../../companies/set-up-sources.queries.ts'
import { connectorWork } from './connector-work.ts'
import { connectorsOf, lastIngests } from './connectors.queries.ts'
import { idleState, isInFeeds } from './source-feeds.ts'

export const getSourceCoverage: Handler<typeof contract.getSourceCoverage> = async ({ tx, company, identity }) => {
  const { threat_sources: wanted } = await identity((people) => companyOf(people, company.id))
  const rows = new Map((await connectorsOf(tx, company.id)).map((row) => [row.connector, row]))
  const ingested = await lastIngests(tx, company.id)
  const isRead = await hasFeeds(tx)
  const now = new Date()
  return threatSources
    .filter((source) => wanted.includes(source))
    .map((source) => {
      const connectors = connectorNames
        .filter((name) => infos[name].source === source)
        .map((name) => connectorWork(name, rows.get(name), now))
      const times = [...connectors.map(({ dataAt }) => dataAt), ingested.get(source)?.toISOString()]
      const dataAt =
        times
          .flatMap((at) => at ?? [])
          .toSorted()
          .at(-1) ?? null
      return { source, state: stateOf(source, connectors, isRead), dataAt, connectors }
    })
}

const working = new Set(['collecting', 'waiting'])
const resting = new Set(['off', 'paused'])

function stateOf(source: ThreatSource, connectors: readonly ConnectorWork[], isRead: boolean): SourceState {
  if (connectors.some(({ state }) => working.has(state))) return 'collecting'
  if (isRead && isInFeeds(source)) return 'collecting'
  if (connectors.some(({ state }) => !resting.has(state))) return 'troubled'
  if (connectors.some(({ state }) => state === 'paused')) return 'paused'
  return idleState(source, connectors.length > 0)
}
