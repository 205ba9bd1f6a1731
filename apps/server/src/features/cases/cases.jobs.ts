import { defineJob } from '../../app/jobs.ts'

/** Freezes what is known of a threat when its takedown is asked for. */
export const preserveEvidenceJob = defineJob<{ companyId: number; threatId: string; takedownId: string }>({
  name: 'preserve-evidence',
  retryLimit: 10,
  expireInSeconds: 120,
})
