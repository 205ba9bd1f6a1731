import { defineJob } from '../../app/jobs.ts'

/** How often an export is tried again; the person who asked for it is notified after the last. */
export const exportRetries = 3

/** Creates the requested export file of a list. */
export const exportJob = defineJob<{ companyId: number; exportId: string; userId: string }>({
  name: 'export',
  retryLimit: exportRetries,
  expireInSeconds: 1800,
  atOnce: 3,
  perCompany: 2,
})

/** Asks for the files of the scheduled reports that are due; every hour, because each company has its own morning. */
export const scheduledReportsJob = defineJob({
  name: 'scheduled-reports',
  retryLimit: 5,
  expireInSeconds: 1800,
  schedule: '5 * * * *',
})
