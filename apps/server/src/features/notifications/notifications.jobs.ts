import { defineJob } from '../../app/jobs.ts'

/** Notifies people of the announcements that are due; every minute, and when one is made. */
export const announceJob = defineJob({
  name: 'announce',
  retryLimit: 5,
  expireInSeconds: 900,
  schedule: '* * * * *',
})

/** Writes one mail to many. */
export const sendEmailsJob = defineJob<{ sendingId: string }>({
  name: 'send-emails',
  retryLimit: 10,
  expireInSeconds: 900,
})

/** Writes the daily and weekly summaries, once a day to each reader; every hour, because each company has its own morning. */
export const digestsJob = defineJob({
  name: 'digests',
  retryLimit: 5,
  expireInSeconds: 1800,
  schedule: '40 * * * *',
})
