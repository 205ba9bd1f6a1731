import { usualTakedownPolicy, type TakedownPolicy } from '@signet/contract/takedowns/takedown-policy'
import type { Tx } from '../../db/database.ts'

/** How the takedowns of a company are followed. Index: takedown_policies_pkey. */
export async function policyOf(tx: Tx, companyId: number): Promise<TakedownPolicy> {
  const row = await tx
    .selectFrom('takedown_policies')
    .select(['watch_days', 'repeats_notice'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row ? { watchDays: row.watch_days, repeatsNotice: row.repeats_notice } : usualTakedownPolicy
}

export async function putPolicy(tx: Tx, companyId: number, policy: TakedownPolicy): Promise<void> {
  const values = { watch_days: policy.watchDays, repeats_notice: policy.repeatsNotice }
  await tx
    .insertInto('takedown_policies')
    .values({ company_id: companyId, ...values })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
    .execute()
}
