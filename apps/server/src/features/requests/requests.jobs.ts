import { defineJob } from '../../app/jobs.ts'

/** Finds out what one request reports. Five pictures full of small text take minutes. */
export const readRequestJob = defineJob<{ companyId: number; requestId: string }>({
  name: 'read-request',
  retryLimit: 3,
  expireInSeconds: 900,
  perCompany: 1,
})
