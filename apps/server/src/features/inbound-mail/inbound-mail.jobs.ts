import { defineJob } from '../../app/jobs.ts'

/** Reads an email that arrived, finds its case and classifies it. */
export const sortMailJob = defineJob<{ companyId: number; mailId: string }>({
  name: 'sortMail',
  retryLimit: 5,
  expireInSeconds: 120,
  retryDelay: 5,
})

/** Reads the mailboxes for an hour and queues the next job; the schedule is for when none was queued. */
export const followMailboxesJob = defineJob({
  name: 'follow-mailboxes',
  retryLimit: 3,
  expireInSeconds: 4_500,
  // Two, so that the scheduled job isn't blocked by the running one.
  atOnce: 2,
  schedule: '* * * * *',
})
