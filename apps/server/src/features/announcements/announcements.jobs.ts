import { defineJob } from '../../app/jobs.ts'

/** Notifies people of due announcements; runs every minute, and whenever one is created. */
export const announceJob = defineJob({
  name: 'announce',
  retryLimit: 5,
  expireInSeconds: 900,
  schedule: '* * * * *',
})
