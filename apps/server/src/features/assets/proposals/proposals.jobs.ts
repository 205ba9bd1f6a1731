import { defineJob } from '../../../app/jobs.ts'

/** Visits the sites of a company and proposes what they name and the company has not entered. */
export const proposeAssetsJob = defineJob<{ companyId: number }>({
  name: 'search-own-sites',
  retryLimit: 0,
  expireInSeconds: 600,
  atOnce: 2,
  perCompany: 1,
})
