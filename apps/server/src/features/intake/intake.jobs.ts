import { defineJob } from '../../app/jobs.ts'

/** Reads a feed through the detector for all companies, or one. */
export const scanJob = defineJob<{ scanId: string; feed: string; companyId?: number }>({
  name: 'scan',
  retryLimit: 5,
  expireInSeconds: 3600,
})

/** Follows the certificate transparency logs for an hour, and hands on to the next; the schedule is for when none was handed on. */
export const followCtJob = defineJob({
  name: 'follow-ct',
  retryLimit: 3,
  expireInSeconds: 4_500,
  // Two, so that the one of the schedule is not kept waiting by the one that works.
  atOnce: 2,
  schedule: '* * * * *',
})
