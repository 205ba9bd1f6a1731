import type { Kind } from '@signet/contract/sources'
import { defineJob } from '../../app/jobs.ts'

export interface SelectionDecision {
  companyId: number
  userId: string
  sessionId: string
  requestId: string
  ip: string | null
  /** Left out in jobs of before touts could be chosen. */
  kind?: Kind | undefined
  filter: Record<string, unknown>
  except: string[]
  action: string
  remark?: { kind: string; text?: string | undefined } | undefined
  /** When what is whitelisted stops passing; for ever when left out. */
  until?: string | undefined
}

/** One decision on more threats than one request handles. */
export const decideSelectionJob = defineJob<SelectionDecision>({
  name: 'decide-selection',
  retryLimit: 3,
  expireInSeconds: 1800,
})
