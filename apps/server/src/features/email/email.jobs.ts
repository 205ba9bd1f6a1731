import { defineJob } from '../../app/jobs.ts'

/** Writes one mail to many. */
export const sendEmailsJob = defineJob<{ sendingId: string }>({
  name: 'send-emails',
  retryLimit: 10,
  expireInSeconds: 900,
})
