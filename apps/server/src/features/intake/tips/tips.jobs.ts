import { defineJob } from '../../../app/jobs.ts'

/** Judges what one report names. */
export const judgeTipJob = defineJob<{ companyId: number; reportId: string }>({
  name: 'judge-tip',
  retryLimit: 3,
  expireInSeconds: 120,
  perCompany: 1,
})
