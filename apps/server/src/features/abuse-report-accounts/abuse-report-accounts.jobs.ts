import type { AbuseReportServiceName } from '@signet/contract/takedowns/abuse-report-services'
import { defineJob } from '../../app/jobs.ts'

/** Tests the account of a company with a service, without reporting anything. */
export const testAccountJob = defineJob<{ companyId: number; service: AbuseReportServiceName }>({
  name: 'test-report-account',
  retryLimit: 0,
  expireInSeconds: 60,
})
