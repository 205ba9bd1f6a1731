import type { NextStep } from '@signet/contract/takedowns/takedowns'
import { nextStepOf } from '@signet/detection'
import type { Tx } from '../../../db/database.ts'
import { policyInForce } from './takedown-policy.queries.ts'
import type { TakedownWithThreat } from '../../cases/takedowns.queries.ts'
import { followedCaseOf } from './next-steps.queries.ts'
import { isTargetKept } from './own-target.queries.ts'

/** The next step of a case; null for a case that the job doesn't look at, or whose target is by now the company's own or allowed. */
export async function plannedStep(tx: Tx, row: TakedownWithThreat): Promise<NextStep | null> {
  if (row.next_step_at === null) return null
  const policy = await policyInForce(tx, row.company_id)
  if (policy.followUps === 'off') return null
  const step = nextStepOf(await followedCaseOf(tx, row), policy)
  return step && (await isTargetKept(tx, row, new Date())) ? null : step
}
