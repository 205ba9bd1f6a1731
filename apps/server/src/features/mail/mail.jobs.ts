import { defineJob } from '../../app/jobs.ts'

/**
 * Hands one mail of the outbox to the mail server. A server that says "later" is asked again after 30 s, a minute, two … for some
 * two hours.
 */
export const sendMailJob = defineJob<{ companyId: number; mailId: string }>({
  name: 'send-mail',
  retryLimit: 12,
  expireInSeconds: 120,
  retryDelay: 30,
  atOnce: 4,
})
