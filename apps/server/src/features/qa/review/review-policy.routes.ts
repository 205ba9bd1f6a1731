import type * as contract from '@signet/contract/review/review-policy'
import type { Handler } from '../../../app/handler.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { companyTarget } from '../../companies/company-target.ts'
import { usualHoursIn } from '../../threats/list/promised-times.queries.ts'
import { putPolicy, reviewPolicyOf } from './review-policy.queries.ts'

export const getReviewPolicy: Handler<typeof contract.getReviewPolicy> = async ({ tx, company }) => ({
  ...(await reviewPolicyOf(tx, company.id)),
  usualPromisedHours: await usualHoursIn(tx),
})

export const putReviewPolicy: Handler<typeof contract.putReviewPolicy> = async (context, { body }) => {
  const { tx, company } = context
  const before = await reviewPolicyOf(tx, company.id)
  await putPolicy(tx, company.id, body)
  await recordAudit(context, {
    action: 'settings.reviewPolicyChanged',
    targetType: 'company',
    targetId: companyTarget(company.id),
    before,
    after: body,
  })
  return { ...body, usualPromisedHours: await usualHoursIn(tx) }
}
