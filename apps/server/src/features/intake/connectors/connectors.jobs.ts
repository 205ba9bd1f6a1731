import type { AskedConnectorName, PollConnectorName } from '@signet/contract/collection/connectors'
import { defineJob } from '../../../app/jobs.ts'

/** Queues the runs of connectors that are due. */
export const collectDueJob = defineJob({
  name: 'collect-due',
  retryLimit: 0,
  expireInSeconds: 60,
  schedule: '* * * * *',
  isAccelerated: true,
})

/** One run of a connector for a company. The next schedule continues one that failed. */
export const collectJob = defineJob<{ companyId: number; connector: PollConnectorName }>({
  name: 'collect',
  retryLimit: 0,
  expireInSeconds: 3600,
  atOnce: 4,
  perCompany: 2,
})

/** Notifies people of connectors that bring in nothing, and notes those that work again. */
export const alertOfTroublesJob = defineJob({
  name: 'alert-of-troubles',
  retryLimit: 0,
  expireInSeconds: 240,
  schedule: '*/5 * * * *',
  isAccelerated: true,
})

/** Tests the account of a company with a provider. */
export const testConnectorJob = defineJob<{ companyId: number; connector: AskedConnectorName }>({
  name: 'test-connector',
  retryLimit: 0,
  expireInSeconds: 60,
})
