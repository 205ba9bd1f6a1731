import { toutSources } from '@signet/contract/touts/tout-sources'
import type * as contract from '@signet/contract/touts/touts'
import type { Handler } from '../../app/handler.ts'
import { figuresOf } from './figures.ts'

const touts = figuresOf('tout', toutSources)

export const getToutSourceSummary: Handler<typeof contract.getToutSourceSummary> = (context) =>
  touts.bySource(context, { query: {} })
export const getToutDistribution: Handler<typeof contract.getToutDistribution> = touts.distribution
export const getRecentTouts: Handler<typeof contract.getRecentTouts> = touts.recent
export const getToutFrequency: Handler<typeof contract.getToutFrequency> = touts.frequency
