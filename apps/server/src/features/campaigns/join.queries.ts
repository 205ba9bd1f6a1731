import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { harmlessStatuses } from '@signet/contract/threats/records'
import type { TraitKind } from '@signet/contract/threats/traits'
import type { Trait } from '@signet/detection'
import type { Tx } from '../../db/database.ts'
import { sharersMax } from '../threats/found/similar-trait.queries.ts'
import type { KnownCampaign } from './assign-campaigns.ts'

const joinable = sql`stage = 'published' and kind = 'threat' and status <> all (${[...harmlessStatuses]})`

/** Something that changed: a trait of a threat, or the threat itself. */
export interface Change {
  threatId: string
  trait: Trait | null
}

/** Nobody else changes the campaigns of the company before the transaction ends. */
export async function lockCampaigns(tx: Tx, companyId: number): Promise<void> {
  await sql`insert into campaign_numbers (company_id) values (${companyId}) on conflict do nothing`.execute(tx)
  await sql`select from campaign_numbers where company_id = ${companyId} for update`.execute(tx)
}

/** Whether something changed that the campaigns don't contain. Index: campaign_changes_pkey. */
export async function hasChanges(tx: Tx, companyId: number): Promise<boolean> {
  const { rows } = await sql`select from campaign_changes where company_id = ${companyId} limit 1`.execute(tx)
  return rows.length > 0
}

/** Takes the oldest changes. Index: campaign_changes_pkey. */
export async function takeChanges(tx: Tx, companyId: number, max: number): Promise<Change[]> {
  const { rows } = await sql<{ threat_id: string; kind: TraitKind | null; value: string | null }>`
    delete from campaign_changes where company_id = ${companyId} and id = any (array(
      select id from campaign_changes where company_id = ${companyId} order by id limit ${max}))
    returning threat_id, kind, value`.execute(tx)
  return rows.map(({ threat_id: threatId, kind, value }) => ({
    threatId,
    trait: kind === null || value === null ? null : { kind, value },
  }))
}

/** The traits of threats, also of those that join nothing. Index: threat_traits_threat. */
export async function traitsOfThreats(tx: Tx, companyId: number, threatIds: readonly string[]): Promise<Trait[]> {
  const { rows } = await sql<Trait>`select distinct kind, value from threat_traits
    where company_id = ${companyId} and threat_id = any (${threatIds}::uuid[])`.execute(tx)
  return rows
}

/** The threats that have one of the traits, without traits that more than `max` have. Index: threat_traits_pkey. */
export async function holdersOf(
  tx: Tx,
  companyId: number,
  traits: readonly (Trait & { max: number })[],
): Promise<string[]> {
  const { rows } = await sql<{ holders: string[] }>`
    select held.holders
    from unnest(${traits.map(({ kind }) => kind)}::text[], ${traits.map(({ value }) => value)}::text[],
      ${traits.map(({ max }) => max)}::int[]) as t (kind, value, max)
    cross join lateral (select array(select threat_id from threat_traits
      where company_id = ${companyId} and kind = t.kind and value = t.value limit t.max + 1) as holders) held
    where cardinality(held.holders) <= t.max`.execute(tx)
  return [...new Set(rows.flatMap(({ holders }) => holders))]
}

/** A trait by which threats are joined. */
export interface JoiningTrait extends Trait {
  /** The threats that have it and may join. */
  threatIds: string[]
}

/**
 * The traits by which the given threats may be joined with others, each with all threats that share it. Threats that aren't published, are
 * harmless, or were split off join nothing; neither do ignored traits, and traits of more than 50 threats of the company.
 *
 * Indexes: threat_traits_threat, threat_traits_pkey, threats_pkey.
 */
export async function joiningTraits(tx: Tx, companyId: number, threatIds: readonly string[]): Promise<JoiningTrait[]> {
  const { rows } = await sql<JoiningTrait>`
    select own.kind, own.value, array(
      select id::text from threats where company_id = ${companyId} and id = any (held.holders) and ${joinable}
        and not exists (select from campaign_split_threats s where s.company_id = ${companyId} and s.threat_id = threats.id)
      order by id) as "threatIds"
    from (select distinct kind, value from threat_traits t
      where company_id = ${companyId} and threat_id = any (${threatIds}::uuid[])
        and not exists (select from campaign_ignored_traits i
          where i.company_id = ${companyId} and i.kind = t.kind and i.value = t.value)) own
    cross join lateral (select array(select threat_id from threat_traits
      where company_id = ${companyId} and kind = own.kind and value = own.value limit ${sharersMax + 1}) as holders) held
    where cardinality(held.holders) between 2 and ${sharersMax}
    order by own.kind, own.value`.execute(tx)
  return rows.filter((row) => row.threatIds.length > 1)
}

/** The registrable domain of each threat, or its id if it has none. Index: threats_pkey. */
export async function domainsOfThreats(
  tx: Tx,
  companyId: number,
  threatIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; domain: string }>`
    select id, coalesce(registrable_domain, id::text) as domain from threats
    where company_id = ${companyId} and id = any (${threatIds}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, domain }) => [id, domain]))
}

/** The campaigns of threats with all of their threats. Indexes: campaign_threats_pkey, campaign_threats_campaign. */
export async function campaignsOfThreats(
  tx: Tx,
  companyId: number,
  threatIds: readonly string[],
): Promise<KnownCampaign[]> {
  const { rows } = await sql<KnownCampaign>`
    select c.id, c.number, array(select threat_id::text from campaign_threats
      where company_id = ${companyId} and campaign_id = c.id) as members
    from campaigns c
    where c.company_id = ${companyId} and c.id in (select campaign_id from campaign_threats
      where company_id = ${companyId} and threat_id = any (${threatIds}::uuid[]))
    order by c.number`.execute(tx)
  return rows
}

/** Adds a campaign under the next number; the numbers are locked. */
export async function addCampaign(tx: Tx, companyId: number): Promise<string> {
  const id = randomUUID()
  await sql`with next as (update campaign_numbers set last_number = last_number + 1
      where company_id = ${companyId} returning last_number)
    insert into campaigns (company_id, id, number) select ${companyId}, ${id}, last_number from next returning id`.execute(
    tx,
  )
  return id
}

/** Index: campaign_threats_pkey. */
export async function putInto(
  tx: Tx,
  companyId: number,
  campaignId: string,
  threatIds: readonly string[],
): Promise<void> {
  await sql`
    insert into campaign_threats as known (company_id, threat_id, campaign_id)
    select ${companyId}, id, ${campaignId}::uuid from unnest(${threatIds}::uuid[]) as id
    on conflict (company_id, threat_id) do update set campaign_id = excluded.campaign_id
    where known.campaign_id != excluded.campaign_id`.execute(tx)
}

/** Threats that are in no campaign any more. Index: campaign_threats_pkey. */
export async function removeThreats(tx: Tx, companyId: number, threatIds: readonly string[]): Promise<void> {
  await sql`delete from campaign_threats
    where company_id = ${companyId} and threat_id = any (${threatIds}::uuid[])`.execute(tx)
}

export async function setChanged(tx: Tx, companyId: number, campaignIds: readonly string[]): Promise<void> {
  await sql`update campaigns set changed_at = now()
    where company_id = ${companyId} and id = any (${campaignIds}::uuid[])`.execute(tx)
}

/** What pointed to the first campaign points to the second from now on. */
export async function mergeInto(tx: Tx, companyId: number, fromId: string, intoId: string): Promise<void> {
  await sql`update campaigns set merged_into = ${intoId}::uuid
    where company_id = ${companyId} and (id = ${fromId} or merged_into = ${fromId})`.execute(tx)
  for (const table of ['campaign_split_threats', 'campaign_ignored_traits'] as const) {
    await tx
      .updateTable(table)
      .set({ campaign_id: intoId })
      .where('company_id', '=', companyId)
      .where('campaign_id', '=', fromId)
      .execute()
  }
}
