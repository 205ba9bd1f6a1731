import { defineJob } from '../../app/jobs.ts'

/** Writes the daily and weekly summaries, once a day to each reader; every hour, because each company has its own morning. */
export const digestsJob = defineJob({
  name: 'digests',
  retryLimit: 5,
  expireInSeconds: 1800,
  schedule: '40 * * * *',
})
