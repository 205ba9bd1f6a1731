import { defineJob } from '../../app/jobs.ts'

/** Looks up the domains of a company's threats that are due. */
export const enrichJob = defineJob<{ companyId: number }>({
  name: 'enrich',
  retryLimit: 5,
  expireInSeconds: 1800,
  atOnce: 4,
  perCompany: 2,
})
