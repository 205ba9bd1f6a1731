import { defineJob } from '../app/jobs.ts'

/** Continues the back-fills that migrations have named; looks for them every minute. */
export const backFillJob = defineJob({
  name: 'back-fill',
  retryLimit: 0,
  expireInSeconds: 900,
  schedule: '* * * * *',
})
