import { defineJob } from '../app/jobs.ts'

/** Deletes rows whose retention period is over; runs once a day, and again at once, from where it stopped, until nothing is left. */
export const cleanUpJob = defineJob<{ from?: number }>({
  name: 'clean-up',
  retryLimit: 3,
  expireInSeconds: 900,
  schedule: '17 3 * * *',
})
