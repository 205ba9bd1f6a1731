import { defineJob } from '../app/jobs.ts'

/** Deletes rows whose retention period has ended; runs once a day. */
export const cleanUpJob = defineJob({
  name: 'clean-up',
  retryLimit: 3,
  expireInSeconds: 900,
  schedule: '17 3 * * *',
})
