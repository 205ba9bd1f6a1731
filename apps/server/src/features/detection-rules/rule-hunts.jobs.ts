import { hourMs, secondMs } from '@signet/contract/time'
import { defineJob } from '../../app/jobs.ts'

/** How often a hunt is resumed after a crash; then it has failed. */
export const huntRetries = 20

/** Compares a rule with everything stored. A run that ends early resumes after its last batch. */
export const ruleHuntJob = defineJob<{ companyId: number; huntId: string }>({
  name: 'rule-hunt',
  retryLimit: huntRetries,
  expireInSeconds: hourMs / secondMs,
  perCompany: 1,
})
