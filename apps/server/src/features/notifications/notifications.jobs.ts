import { defineJob } from '../../app/jobs.ts'

/** Writes the daily and weekly summaries, once a day for each reader; runs every hour, because companies are in different time zones. */
export const digestsJob = defineJob({
  name: 'digests',
  retryLimit: 5,
  expireInSeconds: 1800,
  schedule: '40 * * * *',
})
