import type { Decision, RemarkInput } from '@signet/contract/threats/records'
import type { Kind } from '@signet/contract/threats/sources'
import { defineJob } from '../../app/jobs.ts'

export interface SelectionDecision {
  companyId: number
  userId: string
  sessionId: string
  requestId: string
  ip: string | null
  /** Absent in jobs that were queued before touts could be selected. */
  kind?: Kind | undefined
  filter: Record<string, unknown>
  except: string[]
  action: Decision
  remark?: RemarkInput | undefined
  /** When the allow-list entry expires; left out for never. */
  until?: string | undefined
}

/** One decision on more threats than one request can handle. */
export const decideSelectionJob = defineJob<SelectionDecision>({
  name: 'decide-selection',
  retryLimit: 3,
  expireInSeconds: 1800,
})
