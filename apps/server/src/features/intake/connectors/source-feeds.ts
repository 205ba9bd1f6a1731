import type { ThreatSource } from '@signet/contract/threats/sources'

/** Domains and their addresses are also found by the feeds and logs that the installation reads. */
export const isInFeeds = (source: ThreatSource): boolean => source === 'Domain' || source === 'URL'

/** The state of a source that nothing collects. */
export const idleState = (source: ThreatSource, hasConnectors: boolean) =>
  hasConnectors || source === 'Domain' ? 'off' : 'importOnly'
