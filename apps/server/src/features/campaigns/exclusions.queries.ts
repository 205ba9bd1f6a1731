import type { Trait } from '@signet/detection'
import type { Tx } from '../../db/database.ts'

/** Which person split a threat off a campaign or ignored a trait, and why. */
export interface Exclusion {
  companyId: number
  campaignId: string
  by: { userId: string; name: string }
  reason: string | null
}

const columns = ({ companyId, campaignId, by, reason }: Exclusion) => ({
  company_id: companyId,
  campaign_id: campaignId,
  by_user: by.userId,
  by_name: by.name,
  reason,
})

/** Splits a threat off; false if it already was. Index: campaign_split_threats_pkey. */
export async function addSplit(tx: Tx, exclusion: Exclusion, threatId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('campaign_split_threats')
    .values({ ...columns(exclusion), threat_id: threatId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Allows a threat to join again; false if it was not split off from this campaign. Index: campaign_split_threats_pkey. */
export async function deleteSplit(tx: Tx, { companyId, campaignId }: Exclusion, threatId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('campaign_split_threats')
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Ignores a trait; false if it already was. Index: campaign_ignored_traits_pkey. */
export async function addIgnored(tx: Tx, exclusion: Exclusion, { kind, value }: Trait): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('campaign_ignored_traits')
    .values({ ...columns(exclusion), kind, value })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Allows a trait again; false if it is not ignored in this campaign. Index: campaign_ignored_traits_pkey. */
export async function deleteIgnored(
  tx: Tx,
  { companyId, campaignId }: Exclusion,
  { kind, value }: Trait,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('campaign_ignored_traits')
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('value', '=', value)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Whether a person split the threat off from this campaign. Index: campaign_split_threats_pkey. */
export async function isSplitFrom(tx: Tx, companyId: number, campaignId: string, threatId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('campaign_split_threats')
    .select('threat_id')
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a person ignored the trait in this campaign. Index: campaign_ignored_traits_pkey. */
export async function isIgnoredIn(
  tx: Tx,
  companyId: number,
  campaignId: string,
  { kind, value }: Trait,
): Promise<boolean> {
  const row = await tx
    .selectFrom('campaign_ignored_traits')
    .select('value')
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('value', '=', value)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst()
  return row !== undefined
}
