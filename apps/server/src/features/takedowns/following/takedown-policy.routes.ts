import type * as contract from '@signet/contract/takedowns/takedown-policy'
import type { Handler } from '../../../app/handler.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { policyOf, putPolicy } from './takedown-policy.queries.ts'
import { companyTarget } from '../../companies/company-target.ts'

export const getTakedownPolicy: Handler<typeof contract.getTakedownPolicy> = ({ tx, company }) =>
  policyOf(tx, company.id)

export const putTakedownPolicy: Handler<typeof contract.putTakedownPolicy> = async (context, { body }) => {
  const { tx, company } = context
  const before = await policyOf(tx, company.id)
  await putPolicy(tx, company.id, body)
  await recordAudit(context, {
    action: 'settings.takedownPolicyChanged',
    targetType: 'company',
    targetId: companyTarget(company.id),
    before,
    after: body,
  })
  return body
}
