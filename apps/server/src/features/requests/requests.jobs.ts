import { defineJob } from '../../app/jobs.ts'

/** Finds out what one request reports. */
export const readRequestJob = defineJob<{ companyId: number; requestId: string }>({
  name: 'read-request',
  retryLimit: 3,
  expireInSeconds: 120,
  perCompany: 1,
})
