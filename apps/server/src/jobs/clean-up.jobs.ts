import { defineJob } from '../app/jobs.ts'

/** Deletes rows whose retention period has ended; runs once a day, and again at once (`isContinued`) until nothing is left. */
export const cleanUpJob = defineJob<{ isContinued?: boolean }>({
  name: 'clean-up',
  retryLimit: 3,
  expireInSeconds: 900,
  schedule: '17 3 * * *',
})
