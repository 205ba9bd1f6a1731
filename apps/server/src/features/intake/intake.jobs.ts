import { defineJob } from '../../app/jobs.ts'

/** Runs the detector on a feed for all companies, or for one. */
export const scanJob = defineJob<{ scanId: string; feed: string; companyId?: number }>({
  name: 'scan',
  retryLimit: 5,
  expireInSeconds: 3600,
})

/** Follows the certificate transparency logs for an hour and queues the next job; the schedule is for when none was queued. */
export const followCtJob = defineJob({
  name: 'follow-ct',
  retryLimit: 3,
  expireInSeconds: 4_500,
  // Two, so that the scheduled job isn't blocked by the running one.
  atOnce: 2,
  schedule: '* * * * *',
})
