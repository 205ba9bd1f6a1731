import { defineJob } from '../../app/jobs.ts'

/** Finds domains whose lookup is due; runs every minute. */
export const observeJob = defineJob({
  name: 'observe',
  retryLimit: 0,
  expireInSeconds: 300,
  schedule: '* * * * *',
})
