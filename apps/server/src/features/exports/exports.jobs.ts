import { defineJob } from '../../app/jobs.ts'

/** How often an export is retried; the requester is notified after the last attempt. */
export const exportRetries = 3

/** The export, and who requested it. */
export interface RequestedExport {
  companyId: number
  exportId: string
  userId: string
}

/** Creates the requested export file of a list. */
export const exportJob = defineJob<RequestedExport>({
  name: 'export',
  retryLimit: exportRetries,
  expireInSeconds: 1800,
  atOnce: 3,
  perCompany: 2,
})

/** Requests the files of scheduled reports that are due; runs every hour, because companies are in different time zones. */
export const scheduledReportsJob = defineJob({
  name: 'scheduled-reports',
  retryLimit: 5,
  expireInSeconds: 1800,
  schedule: '5 * * * *',
})
