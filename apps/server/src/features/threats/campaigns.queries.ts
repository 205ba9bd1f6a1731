import { sql, type RawBuilder } from 'kysely'
import type { TraitKind } from '@signet/contract/traits'
import type { Tx } from '../../db/database.ts'

/** A trait that more threats have than this says nothing: it is a hoster's, or a registrar's. */
export const sharersMax = 50
/** The traits that make a campaign, the most telling first: the others are a hoster's too often. */
export const campaignKinds = ['certificateKey', 'registration'] as const satisfies readonly TraitKind[]
/** Threats of one domain that are looked at. */
const domainMax = 200

/**
 * Names the campaign of a threat and of all those of its domain, after the most telling trait that another domain shares; none when
 * nobody shares any. Those that share it come along, with all of their domains. What it is of goes into `similar_key`.
 *
 * A threat that somebody holds locked is left for the next look at its domain: two looks at one campaign must not wait for each other.
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
  // The campaign of a more telling trait stays.
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

/** What more share than a campaign has is no campaign. */
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

/** @param where what those that are to change must be */
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
