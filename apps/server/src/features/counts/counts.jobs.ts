import { defineJob } from '../../app/jobs.ts'

/** Adds the latest changes of the counts to their totals. */
export const foldCountsJob = defineJob({
  name: 'foldCounts',
  retryLimit: 0,
  expireInSeconds: 300,
  schedule: '* * * * *',
})
