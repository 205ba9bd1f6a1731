import { defineJob } from '../../app/jobs.ts'

/**
 * Sends one email of the outbox to the mail server. After a temporary failure it is retried after 30 s, one minute, two and so on for some
 * two hours.
 */
export const sendMailJob = defineJob<{ companyId: number; mailId: string }>({
  name: 'send-mail',
  retryLimit: 12,
  expireInSeconds: 120,
  retryDelay: 30,
  atOnce: 4,
})
