import { defineJob } from '../../app/jobs.ts'

/** Captures the brands' own pages again, each about once a day. */
export const captureOfficialPagesJob = defineJob({
  name: 'captureOfficialPages',
  retryLimit: 0,
  expireInSeconds: 590,
  schedule: '*/10 * * * *',
})
