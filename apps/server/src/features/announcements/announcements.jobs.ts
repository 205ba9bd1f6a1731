import { defineJob } from '../../app/jobs.ts'

/** Notifies people of the announcements that are due; every minute, and when one is made. */
export const announceJob = defineJob({
  name: 'announce',
  retryLimit: 5,
  expireInSeconds: 900,
  schedule: '* * * * *',
})
