import type { ConnectorState } from '@signet/contract/collection/connectors'
import type { ThreatSource } from '@signet/contract/threats/sources'

/** Domains and their addresses are also found by the feeds and logs that the installation reads. */
export const isInFeeds = (source: ThreatSource): boolean => source === 'Domain' || source === 'URL'

/** The state of a source that nothing collects. */
export const idleState = (source: ThreatSource, hasConnectors: boolean) =>
  hasConnectors || source === 'Domain' ? 'off' : 'importOnly'

const working = new Set<ConnectorState>(['collecting', 'waiting'])

/** Whether one of the connectors in these states works. */
export const isOneWorking = (states: readonly ConnectorState[]): boolean => states.some((state) => working.has(state))

/**
 * Whether anything collects the threats of a source.
 *
 * @param states of its connectors
 * @param isRead whether the installation reads feeds or logs
 */
export const isCollected = (source: ThreatSource, states: readonly ConnectorState[], isRead: boolean): boolean =>
  (isRead && isInFeeds(source)) || isOneWorking(states)
