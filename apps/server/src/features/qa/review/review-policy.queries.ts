import { usualReviewPolicy, type ReviewPolicy } from '@signet/contract/review/review-policy'
import type { Tx } from '../../../db/database.ts'
import { hoursByRank, hoursOfRanks } from '../../threats/list/promised-times.queries.ts'

/** How the findings of a company are reviewed. Index: review_policies_pkey. */
export async function reviewPolicyOf(tx: Tx, companyId: number): Promise<ReviewPolicy> {
  const row = await tx
    .selectFrom('review_policies')
    .select([
      'grace_minutes',
      'release_bar',
      'filter_bar',
      'sampled_percent',
      'second_review_percent',
      'promised_hours',
      'request_due_hours',
      'analysis_due_hours',
    ])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) return usualReviewPolicy
  return {
    graceMinutes: row.grace_minutes,
    releaseBar: row.release_bar,
    filterBar: row.filter_bar,
    sampledPercent: row.sampled_percent,
    secondReviewPercent: row.second_review_percent,
    promisedHours: row.promised_hours && hoursOfRanks(row.promised_hours),
    requestDueHours: row.request_due_hours,
    analysisDueHours: row.analysis_due_hours && hoursOfRanks(row.analysis_due_hours),
  }
}

/** Those of the companies in which something may be decided without a reviewer. Index: review_policies_pkey. */
export async function companiesWithBars(tx: Tx, companyIds: readonly number[]): Promise<number[]> {
  if (companyIds.length === 0) return []
  const rows = await tx
    .selectFrom('review_policies')
    .select('company_id')
    .where('company_id', 'in', companyIds)
    .where((where) => where.or([where('release_bar', 'is not', null), where('filter_bar', 'is not', null)]))
    .orderBy('company_id')
    .execute()
  return rows.map((row) => row.company_id)
}

export async function putPolicy(tx: Tx, companyId: number, policy: ReviewPolicy): Promise<void> {
  const values = {
    grace_minutes: policy.graceMinutes,
    release_bar: policy.releaseBar,
    filter_bar: policy.filterBar,
    sampled_percent: policy.sampledPercent,
    second_review_percent: policy.secondReviewPercent,
    promised_hours: policy.promisedHours && hoursByRank(policy.promisedHours),
    request_due_hours: policy.requestDueHours && JSON.stringify(policy.requestDueHours),
    analysis_due_hours: policy.analysisDueHours && hoursByRank(policy.analysisDueHours),
  }
  await tx
    .insertInto('review_policies')
    .values({ company_id: companyId, ...values })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
    .execute()
}
