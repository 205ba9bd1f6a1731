import { defineJob } from '../app/jobs.ts'

/** Closes the secrets of a company again with the key now in use. */
export const resealJob = defineJob<{ companyId: number }>({
  name: 'reseal',
  retryLimit: 5,
  expireInSeconds: 7200,
})
