import { defineJob } from '../../app/jobs.ts'

/** Sends one email to many recipients. */
export const sendEmailsJob = defineJob<{ sendingId: string }>({
  name: 'send-emails',
  retryLimit: 10,
  expireInSeconds: 900,
})
