import { defineJob } from '../../../app/jobs.ts'

/** How often asking is tried again after a fault of the program. */
export const lookUpRetries = 2

/** Asks a provider about a threat. */
export const lookUpJob = defineJob<{ companyId: number; lookUpId: string }>({
  name: 'look-up',
  retryLimit: lookUpRetries,
  expireInSeconds: 180,
  atOnce: 4,
  perCompany: 2,
})
