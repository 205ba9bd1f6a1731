import type * as contract from '@signet/contract/review/qa-merge'
import type { ThreatSource } from '@signet/contract/threats/sources'
import type { ToutSource } from '@signet/contract/touts/tout-sources'
import type { Handler } from '../../../app/handler.ts'
import { reviewHandlers } from '../review/review-handlers.ts'

const threats = reviewHandlers<ThreatSource>('threat')
const touts = reviewHandlers<ToutSource>('tout')

export const mergeThreat: Handler<typeof contract.mergeThreat> = threats.merge
export const unmergeThreat: Handler<typeof contract.unmergeThreat> = threats.unmerge
export const mergeTout: Handler<typeof contract.mergeTout> = touts.merge
export const unmergeTout: Handler<typeof contract.unmergeTout> = touts.unmerge
