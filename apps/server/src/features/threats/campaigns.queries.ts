import { sql, type RawBuilder } from 'kysely'
import type { TraitKind } from '@signet/contract/threats/traits'
import type { Tx } from '../../db/database.ts'

/** A trait that more threats than this share means nothing: it belongs to a hosting provider or a registrar. */
export const sharersMax = 50
/** The traits that define a campaign, the most significant first: others too often belong to a hosting provider. */
export const campaignKinds = ['certificateKey', 'registration'] as const satisfies readonly TraitKind[]
/** Maximum number of threats of one domain that are checked. */
const domainMax = 200

/**
 * Sets the campaign of a threat and of all threats of its domain, after the most significant trait that another domain shares; null if none
 * is shared. Threats that share it get the same campaign, with all of their domains. The result determines `similar_key`.
 *
 * A threat locked by another transaction is left for the next check of its domain, so that two checks of one campaign never wait for each
 * other.
 *
 * Indexes: threats_pkey, threats_registrable_domain, threat_traits_threat, threat_traits_pkey, threats_similar.
 */
export async function keepCampaign(tx: Tx, companyId: number, threatId: string): Promise<void> {
  const { rows: ofDomain } = await sql<{ id: string }>`
    select id from threats where company_id = ${companyId} and id = ${threatId}
    union
    (select id from threats where company_id = ${companyId} and registrable_domain =
      (select registrable_domain from threats where company_id = ${companyId} and id = ${threatId}) limit ${domainMax})`.execute(
    tx,
  )
  const own = ofDomain.map(({ id }) => id)
  const { rows: traits } = await sql<{ kind: (typeof campaignKinds)[number]; value: string; sharers: string[] }>`
    select own.kind, own.value, array(select threat_id from threat_traits
      where company_id = ${companyId} and kind = own.kind and value = own.value limit ${sharersMax + 2}) as sharers
    from (select distinct kind, value from threat_traits
      where company_id = ${companyId} and threat_id = any (${own}::uuid[]) and kind = any (${campaignKinds}::text[])) own
    order by own.value`.execute(tx)
  const ofAll = traits.filter(({ sharers }) => sharers.length > sharersMax + 1)
  for (const { kind, value } of ofAll) await forgetCampaign(tx, companyId, nameOf(kind, value))
  const isOwn = new Set(own)
  const shared = traits.filter((trait) => !ofAll.includes(trait) && trait.sharers.some((id) => !isOwn.has(id)))
  const decisive = campaignKinds.flatMap((kind) => shared.find((trait) => trait.kind === kind) ?? []).at(0)
  if (!decisive) {
    await nameCampaign(tx, companyId, own, null)
    return
  }
  await nameCampaign(tx, companyId, own, nameOf(decisive.kind, decisive.value))
  const { rows: others } = await sql<{ id: string }>`
    select id from threats where company_id = ${companyId} and id = any (${decisive.sharers}::uuid[])
    union
    (select id from threats where company_id = ${companyId} and registrable_domain in
      (select registrable_domain from threats where company_id = ${companyId} and id = any (${decisive.sharers}::uuid[]))
      limit ${domainMax})`.execute(tx)
  const rest = others.flatMap(({ id }) => (isOwn.has(id) ? [] : [id]))
  // A campaign of a more significant trait isn't replaced.
  const [most] = campaignKinds
  const isFree = sql`(campaign is null or not starts_with(campaign, ${`${most} `}))`
  await nameCampaign(
    tx,
    companyId,
    rest,
    nameOf(decisive.kind, decisive.value),
    decisive.kind === most ? undefined : isFree,
  )
}

const nameOf = (kind: TraitKind, value: string) => `${kind} ${value}`

/** A trait shared by more threats than the limit defines no campaign. */
async function forgetCampaign(tx: Tx, companyId: number, name: string): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select id from threats where company_id = ${companyId} and campaign = ${name}
    and similar_key = hashtextextended('campaign ' || ${name}, 0)`.execute(tx)
  await nameCampaign(
    tx,
    companyId,
    rows.map(({ id }) => id),
    null,
  )
}

/** @param where the condition for the threats that are changed */
async function nameCampaign(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
  name: string | null,
  where: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update threats set campaign = ${name}
    where company_id = ${companyId} and id in (
      select id from threats where company_id = ${companyId} and id = any (${ids}::uuid[])
        and campaign is distinct from ${name} and ${where}
      for update skip locked)`.execute(tx)
}
