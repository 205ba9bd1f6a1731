import { defineJob } from '../app/jobs.ts'

/** Deletes what has outlived its purpose; once a day. */
export const cleanUpJob = defineJob({
  name: 'clean-up',
  retryLimit: 3,
  expireInSeconds: 900,
  schedule: '17 3 * * *',
})
