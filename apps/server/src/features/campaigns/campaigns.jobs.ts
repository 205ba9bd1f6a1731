import { defineJob } from '../../app/jobs.ts'

/** Brings the campaigns of every company up to date with what changed since the last run. */
export const joinThreatsJob = defineJob({
  name: 'joinThreats',
  retryLimit: 0,
  expireInSeconds: 300,
  schedule: '* * * * *',
})
