import { defineJob } from '../../app/jobs.ts'

/** Makes the files of an email that are made on sending. It is a job of its own, so that slow files hold up no other email. */
export const prepareMailJob = defineJob<{ companyId: number; mailId: string }>({
  name: 'prepare-mail',
  retryLimit: 12,
  expireInSeconds: 300,
  retryDelay: 30,
  atOnce: 2,
})

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
  together: 5,
})
