import { defineJob } from '../../app/jobs.ts'

/** Saves the evidence of a threat when its takedown is requested. */
export const preserveEvidenceJob = defineJob<{ companyId: number; threatId: string; takedownId: string }>({
  name: 'preserve-evidence',
  retryLimit: 10,
  expireInSeconds: 120,
})
