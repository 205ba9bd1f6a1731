import type { NextStep } from '@signet/contract/takedowns/takedowns'
import { nextStepOf } from '@signet/detection'
import type { Tx } from '../../../db/database.ts'
import { policyInForce } from './takedown-policy.queries.ts'
import type { TakedownWithThreat } from '../../cases/takedowns.queries.ts'
import { followedCaseOf } from './next-steps.queries.ts'

/** The next step of a case; null for a case that the job doesn't look at. */
export async function plannedStep(tx: Tx, row: TakedownWithThreat): Promise<NextStep | null> {
  if (row.next_step_at === null) return null
  const policy = await policyInForce(tx, row.company_id)
  return policy.followUps === 'off' ? null : nextStepOf(await followedCaseOf(tx, row), policy)
}
