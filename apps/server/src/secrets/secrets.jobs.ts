import { defineJob } from '../app/jobs.ts'

/** Encrypts the secrets of a company again with the current key. */
export const resealJob = defineJob<{ companyId: number }>({
  name: 'reseal',
  retryLimit: 5,
  expireInSeconds: 7200,
})
