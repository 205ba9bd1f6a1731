import {
  usualTakedownPolicy,
  type ChannelTimers,
  type TakedownPolicy,
} from '@signet/contract/takedowns/takedown-policy'
import { runningTakedownStatuses } from '@signet/contract/takedowns/takedown-status'
import { sql } from 'kysely'
import { clockFactorOf } from '../../../db/clock-factor.ts'
import type { Tx } from '../../../db/database.ts'
import { hoursByRank, hoursOfRanks } from '../../threats/list/promised-times.queries.ts'

/** How the takedowns of a company are followed. Index: takedown_policies_pkey. */
export async function policyOf(tx: Tx, companyId: number): Promise<TakedownPolicy> {
  const row = await tx
    .selectFrom('takedown_policies')
    .select(['watch_days', 'repeats_notice', 'needs_second_person', 'follow_ups', 'timers', 'target_hours'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) return usualTakedownPolicy
  return {
    watchDays: row.watch_days,
    repeatsNotice: row.repeats_notice,
    needsSecondPerson: row.needs_second_person,
    followUps: row.follow_ups,
    timers: row.timers,
    targetHours: row.target_hours && hoursOfRanks(row.target_hours),
  }
}

/** The policy with the times that pass on the clock of this installation: shorter ones if it is accelerated. */
export async function policyInForce(tx: Tx, companyId: number): Promise<TakedownPolicy> {
  const { watchDays, timers, ...policy } = await policyOf(tx, companyId)
  const factor = await clockFactorOf(tx)
  const shorter = ({ remindHours, escalateHours }: ChannelTimers) => ({
    remindHours: remindHours / factor,
    escalateHours: escalateHours / factor,
  })
  const { registrar, hosting, other } = timers
  return {
    ...policy,
    watchDays: watchDays / factor,
    timers: { registrar: shorter(registrar), hosting: shorter(hosting), other: shorter(other) },
  }
}

/** Also lets the next steps of its running cases be computed again. */
export async function putPolicy(tx: Tx, companyId: number, policy: TakedownPolicy): Promise<void> {
  const values = {
    watch_days: policy.watchDays,
    repeats_notice: policy.repeatsNotice,
    needs_second_person: policy.needsSecondPerson,
    follow_ups: policy.followUps,
    timers: JSON.stringify(policy.timers),
    target_hours: policy.targetHours && hoursByRank(policy.targetHours),
  }
  await tx
    .insertInto('takedown_policies')
    .values({ company_id: companyId, ...values })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
    .execute()
  await tx
    .updateTable('takedowns')
    .set({ next_step_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('status', 'in', runningTakedownStatuses)
    .where('is_demo', '=', false)
    .execute()
}
