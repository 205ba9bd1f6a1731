import { hourMs, secondMs } from '@signet/contract/time'
import { defineJob } from '../../app/jobs.ts'
import { huntRetries } from './rule-hunts.jobs.ts'

/** Compares assets that aren't saved yet with everything stored. A run that ends early resumes after its last batch. */
export const assetHuntJob = defineJob<{ companyId: number; huntId: string }>({
  name: 'asset-hunt',
  retryLimit: huntRetries,
  expireInSeconds: hourMs / secondMs,
  perCompany: 1,
})
