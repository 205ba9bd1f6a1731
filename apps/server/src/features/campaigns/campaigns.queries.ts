import { sql } from 'kysely'
import type { Campaign, CampaignSummary } from '@signet/contract/threats/campaigns'
import { required } from '@signet/contract/narrow'
import { severityOfRank } from '@signet/contract/threats/severities'
import type { ThreatSource } from '@signet/contract/threats/sources'
import { traitKinds, traitWeights, type TraitKind } from '@signet/contract/threats/traits'
import type { ThreatStatus } from '@signet/contract/threats/records'
import type { Page, SortedPaging } from '@signet/contract/wire'
import { cappedPage } from '../../db/capped-page.ts'
import type { Tx } from '../../db/database.ts'
import { sharersMax } from '../threats/found/similar-trait.queries.ts'

const threatsMax = 200
const traitsMax = 100

interface SummaryRow {
  id: string
  number: number
  threat_count: number
  open_count: number
  severity: number
  first_seen: Date
  changed_at: Date
  kinds: TraitKind[]
}

/** What at least two threats of a campaign share, and not too many of the company, for `c`. */
const sharedTraits = (companyId: number) => sql`
  select t.kind, t.value, array_agg(t.threat_id::text order by t.threat_id) as "threatIds"
  from campaign_threats m join threat_traits t on t.company_id = ${companyId} and t.threat_id = m.threat_id
  where m.company_id = ${companyId} and m.campaign_id = c.id
    and not exists (select from campaign_ignored_traits i
      where i.company_id = ${companyId} and i.kind = t.kind and i.value = t.value)
  group by t.kind, t.value having count(*) > 1 and (select count(*) from (select from threat_traits h
    where h.company_id = ${companyId} and h.kind = t.kind and h.value = t.value limit ${sharersMax + 1}) held) <= ${sharersMax}`

/** The condition for campaigns that have threats: those that were merged, or whose threats have left, have none. */
const summaries = (companyId: number) => sql`
  select c.id, c.number, c.changed_at, s.*
  from campaigns c cross join lateral (
    select count(*)::int as threat_count, count(*) filter (where t.status = 'open')::int as open_count,
      coalesce(max(t.severity), 1) as severity,
      coalesce(min(t.first_seen), c.created_at) as first_seen
    from campaign_threats m join threats t on t.company_id = ${companyId} and t.id = m.threat_id and t.stage = 'published'
    where m.company_id = ${companyId} and m.campaign_id = c.id) s
  where c.company_id = ${companyId}`

const withKinds = (companyId: number) =>
  sql`array(select distinct kind from (${sharedTraits(companyId)}) shared) as kinds`

const sortColumn = {
  changedAt: sql`changed_at`,
  threatCount: sql`threat_count`,
  firstSeen: sql`first_seen`,
  number: sql`number`,
} as const

/** The parameters of a page of campaigns. */
export type CampaignsQuery = SortedPaging<keyof typeof sortColumn>

/**
 * The campaigns of a company that have threats. Reads all of them, at most some hundred. Indexes: campaign_threats_campaign, threats_pkey.
 */
export async function listSummaries(tx: Tx, companyId: number, query: CampaignsQuery): Promise<Page<CampaignSummary>> {
  const { pageNumber, limit, sortField, sortDirection } = query
  const { rows } = await sql<SummaryRow & { total: number }>`
    select c.*, ${withKinds(companyId)} from (
      select found.*, count(*) over ()::int as total from (${summaries(companyId)}) found where threat_count > 0
      order by ${sortColumn[sortField]} ${sql.raw(sortDirection === 'asc' ? 'asc' : 'desc')}, number
      limit ${limit} offset ${(pageNumber - 1) * limit}) c
    order by ${sortColumn[sortField]} ${sql.raw(sortDirection === 'asc' ? 'asc' : 'desc')}, number`.execute(tx)
  return cappedPage(rows.map(toSummary), rows[0]?.total ?? 0, query)
}

/** One campaign, even if all of its threats have left. Index: campaigns_pkey. */
export async function findSummary(tx: Tx, companyId: number, campaignId: string): Promise<CampaignSummary> {
  const { rows } = await sql<SummaryRow>`
    select c.*, ${withKinds(companyId)} from (${summaries(companyId)} and c.id = ${campaignId}) c`.execute(tx)
  return toSummary(required(rows[0], 'the campaign'))
}

/** The id of a campaign, or of the one that it was merged into. Index: campaigns_pkey. */
export async function currentId(tx: Tx, companyId: number, campaignId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('campaigns')
    .select((select) => select.fn.coalesce('merged_into', 'id').as('id'))
    .where('company_id', '=', companyId)
    .where('id', '=', campaignId)
    .executeTakeFirst()
  return row?.id
}

/** Index: campaign_threats_pkey. */
export async function campaignIdOf(tx: Tx, companyId: number, threatId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('campaign_threats')
    .select('campaign_id')
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .executeTakeFirst()
  return row?.campaign_id
}

/** The most severe first, then the newest. Indexes: campaign_threats_campaign, threats_pkey. */
export async function threatsOf(tx: Tx, companyId: number, campaignId: string): Promise<Campaign['threats']> {
  const { rows } = await sql<{
    id: string
    source: ThreatSource
    title: string
    severity: number
    status: ThreatStatus
    first_seen: Date
  }>`
    select t.id, t.source, t.title, t.severity, t.status, t.first_seen
    from campaign_threats m join threats t on t.company_id = ${companyId} and t.id = m.threat_id and t.stage = 'published'
    where m.company_id = ${companyId} and m.campaign_id = ${campaignId}
    order by t.severity desc, t.first_seen desc, t.id limit ${threatsMax}`.execute(tx)
  return rows.map(({ severity, first_seen: firstSeen, ...row }) => ({
    ...row,
    severity: severityOfRank(severity),
    firstSeen: firstSeen.toISOString(),
  }))
}

/**
 * The most significant first, then what most threats share. Indexes: campaign_threats_campaign, threat_traits_threat, threat_traits_pkey.
 */
export async function traitsOfCampaign(tx: Tx, companyId: number, campaignId: string): Promise<Campaign['traits']> {
  const { rows } = await sql<Omit<Campaign['traits'][number], 'weight'>>`
    select shared.* from (select ${campaignId}::uuid as id) c cross join lateral (${sharedTraits(companyId)}) shared
    order by array_position(${[...traitKinds]}::text[], shared.kind), cardinality("threatIds") desc, shared.value
    limit ${traitsMax}`.execute(tx)
  return rows.map((row) => ({ ...row, weight: traitWeights[row.kind] }))
}

/**
 * The threats that people split off a campaign, and the traits they ignored in it. Indexes: campaign_split_threats_campaign,
 * campaign_ignored_traits_campaign.
 */
export async function exclusionsOf(
  tx: Tx,
  companyId: number,
  campaignId: string,
): Promise<Pick<Campaign, 'splitOff' | 'ignored'>> {
  const { rows: threats } = await sql<{
    id: string
    source: ThreatSource
    title: string
    by: string
    at: Date
    reason: string | null
  }>`
    select t.id, t.source, t.title, s.by_name as by, s.at, s.reason
    from campaign_split_threats s join threats t on t.company_id = ${companyId} and t.id = s.threat_id
    where s.company_id = ${companyId} and s.campaign_id = ${campaignId} and t.stage = 'published'
    order by s.at desc, t.id limit ${threatsMax}`.execute(tx)
  const traits = await tx
    .selectFrom('campaign_ignored_traits')
    .select(['kind', 'value', 'by_name as by', 'at', 'reason'])
    .where('company_id', '=', companyId)
    .where('campaign_id', '=', campaignId)
    .orderBy('at', 'desc')
    .orderBy('value')
    .limit(traitsMax)
    .execute()
  return {
    splitOff: threats.map((row) => ({ ...row, at: row.at.toISOString() })),
    ignored: traits.map((row) => ({ ...row, at: row.at.toISOString() })),
  }
}

function toSummary(row: SummaryRow): CampaignSummary {
  return {
    id: row.id,
    number: row.number,
    threatCount: row.threat_count,
    openCount: row.open_count,
    severity: severityOfRank(row.severity),
    firstSeen: row.first_seen.toISOString(),
    changedAt: row.changed_at.toISOString(),
    sharedKinds: traitKinds.filter((kind) => row.kinds.includes(kind)),
  }
}

/** Those of the threats that are in the campaign, locked. Indexes: threats_pkey, campaign_threats_pkey. */
export async function lockMembers(
  tx: Tx,
  companyId: number,
  campaignId: string,
  threatIds: readonly string[],
): Promise<{ id: string; status: ThreatStatus }[]> {
  const { rows } = await sql<{ id: string; status: ThreatStatus }>`
    select id, status from threats
    where company_id = ${companyId} and id = any (${threatIds}::uuid[]) and stage = 'published'
      and id in (select threat_id from campaign_threats where company_id = ${companyId} and campaign_id = ${campaignId})
    order by id for update`.execute(tx)
  return rows
}
