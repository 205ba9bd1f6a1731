import { defineJob } from '../../../app/jobs.ts'

/** Searches the sites of a company for assets that it has not entered. */
export const harvestJob = defineJob<{ companyId: number }>({
  name: 'search-own-sites',
  retryLimit: 0,
  expireInSeconds: 600,
  atOnce: 2,
  perCompany: 1,
})
