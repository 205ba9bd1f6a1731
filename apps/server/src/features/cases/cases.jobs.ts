import { defineJob } from '../../app/jobs.ts'

/** A takedown and its threat. */
export interface CaseIds {
  companyId: number
  threatId: string
  takedownId: string
}

/** Saves the evidence of a threat when its takedown is requested. */
export const preserveEvidenceJob = defineJob<CaseIds>({
  name: 'preserve-evidence',
  retryLimit: 10,
  expireInSeconds: 120,
})
