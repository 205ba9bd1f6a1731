import { defineJob } from '../../app/jobs.ts'

/** Finds domains that are due to be looked up; every minute. */
export const observeJob = defineJob({
  name: 'observe',
  retryLimit: 0,
  expireInSeconds: 300,
  schedule: '* * * * *',
})
