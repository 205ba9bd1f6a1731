import { defineJob } from '../../app/jobs.ts'

/** How often reading is tried again after a fault of the program. */
export const appFileRetries = 2

/** Reads the file of an app and compares it with the company's own. */
export const readAppFileJob = defineJob<{ companyId: number; appFileId: string }>({
  name: 'read-app-file',
  retryLimit: appFileRetries,
  expireInSeconds: 600,
  perCompany: 1,
})
