import { defineJob } from '../../app/jobs.ts'

/** Reads an email that arrived, finds its case and classifies it. */
export const sortMailJob = defineJob<{ companyId: number; mailId: string }>({
  name: 'sortMail',
  retryLimit: 5,
  expireInSeconds: 120,
  retryDelay: 5,
})
