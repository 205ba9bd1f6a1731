import type * as contract from '@signet/contract/reports/analytics'
import { threatSources } from '@signet/contract/threats/sources'
import type { Handler } from '../../app/handler.ts'
import { figuresOf } from './figures.ts'

const threats = figuresOf('threat', threatSources)

export const getThreatSourceSummary: Handler<typeof contract.getThreatSourceSummary> = threats.bySource
export const getThreatDistribution: Handler<typeof contract.getThreatDistribution> = threats.distribution
export const getThreatSeverityDistribution: Handler<typeof contract.getThreatSeverityDistribution> =
  threats.severityDistribution
export const getThreatTypeDistribution: Handler<typeof contract.getThreatTypeDistribution> = threats.typeDistribution
export const getRecentThreats: Handler<typeof contract.getRecentThreats> = threats.recent
export const getThreatFrequency: Handler<typeof contract.getThreatFrequency> = threats.frequency
