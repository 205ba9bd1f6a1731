import { askedConnectors, type AskedProvider, type LookUpRecord } from '@signet/connectors'
import {
  askedConnectorNames,
  connectors as infos,
  asksProvider,
  type AskedConnectorName,
  type ConnectorInfo,
  type ConnectorName,
} from '@signet/contract/collection/connectors'
import type { ThreatRow } from '../../../db/rows.ts'
import type { ConnectorRow } from '../connectors/connectors.queries.ts'
import { recordsOfThreat } from './records-of-threat.ts'

/** What only the provider of the threat's own source knows. */
const ownKinds: ReadonlySet<LookUpRecord['kind']> = new Set(['account', 'repository', 'listing'])

/** The connectors that can be asked about a threat, each with what it is asked about: the most telling record that it takes. */
export function askable(
  threat: Pick<ThreatRow, 'source' | 'fields' | 'url'>,
): { connector: AskedConnectorName; record: LookUpRecord }[] {
  const records = recordsOfThreat(threat)
  return askedConnectorNames.flatMap((connector) => {
    const { lookUp }: AskedProvider = askedConnectors[connector]
    if (!lookUp) return []
    const isOwn = infos[connector].source === threat.source
    const record = records.find(
      ({ kind, value }) => (isOwn || !ownKinds.has(kind)) && (lookUp.kinds[kind]?.test(value) ?? false),
    )
    return record ? [{ connector, record }] : []
  })
}

/** Whether a company can ask a provider: with its account there, or because it collects from one that needs none. */
export function isSetUp(connector: ConnectorName, row: ConnectorRow | undefined): boolean {
  if (!row) return false
  const { credentials: needed }: ConnectorInfo = infos[connector]
  return needed.length > 0 ? needed.every((name) => row.credentials.includes(name)) : row.is_on
}

/** The calls that the account has left; null if the provider names no number, or none was sent in its period. */
export function quotaOf(
  connector: ConnectorName,
  row: ConnectorRow | undefined,
  now: Date,
): { left: number; until: string } | null {
  const { quota } = asksProvider(connector) ? askedConnectors[connector] : { quota: null }
  if (!quota || !row?.quota_ends_at || row.quota_ends_at <= now) return null
  return { left: Math.max(0, quota.calls - row.quota_used), until: row.quota_ends_at.toISOString() }
}
