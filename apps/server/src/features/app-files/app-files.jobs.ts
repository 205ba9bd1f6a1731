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

/** Fetches an app whose address a person entered: the page of a store, or a file, which is read next. */
export const fetchAppJob = defineJob<{ companyId: number; appFileId: string }>({
  name: 'fetch-app',
  retryLimit: appFileRetries,
  expireInSeconds: 600,
  atOnce: 2,
  perCompany: 2,
})
