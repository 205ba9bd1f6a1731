import type { ConnectorName } from '@signet/contract/collection/connectors'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { normaliseName, splitName } from '@signet/detection'

/** Connectors that report what others may have reported too, without an id of its own. */
const withoutIds: ReadonlySet<ConnectorName> = new Set(['feeds', 'sharedFeeds', 'abuseMailbox'])

/** The connector whose ids an observation has: those of a provider that several connectors ask are the same. */
function idsOf(connector: ConnectorName, { kind }: SourceObservation): ConnectorName {
  if (connector !== 'telegramUser') return connector
  return kind === 'post' ? 'telegramBot' : 'telegramPreview'
}

/** What makes an observation the same threat again: its provider's id, or for an address without one the address, as in a scan. */
export function identifiedAs(
  connector: ConnectorName,
  observation: SourceObservation,
): { identity: string; observation: SourceObservation } {
  const { source, id, fields } = observation
  const name = withoutIds.has(connector) && (source === 'URL' || source === 'Domain') ? normaliseName(id) : null
  if (!name) return { identity: `${idsOf(connector, observation)}\n${id}`, observation }
  const { host, address } = name
  const { labels, registrableAt } = splitName(host)
  const common = { ...fields, registrable_domain: labels.slice(registrableAt).join('.') }
  if (source === 'Domain')
    return { identity: host, observation: { ...observation, fields: { ...common, domain_name: host } } }
  // A bare host has no address of its own.
  const url = name.isAddress ? address : (observation.url ?? address)
  return { identity: url, observation: { ...observation, url, fields: { ...common, link: url, host } } }
}
