import { sql, type Expression, type RawBuilder } from 'kysely'
import {
  downTakedownStatuses,
  openTakedownStatuses,
  repliedStatuses,
  type TakedownStatus,
} from '@signet/contract/takedowns/takedown-status'
import {
  statisticsClocks,
  statisticsGroupsMax,
  uncountedStatuses,
  type StatisticsClock,
  type StatisticsGroup,
} from '@signet/contract/takedowns/takedown-statistics'
import type { Tx } from '../../db/database.ts'

/** Takedowns: a query with their columns company_id, id, threat_id, status, requested_at and relapse_count. */
export type SomeTakedowns = Expression<unknown>

/** The columns of `moments` at which each clock begins and ends; the same as in `takedownTiming`. */
const clockColumns: Record<StatisticsClock, readonly [from: string, to: string]> = {
  review: ['detected', 'reviewed'],
  authorisation: ['requested', 'authorised'],
  notice: ['authorised', 'sent'],
  answer: ['sent', 'answered'],
  firstOutage: ['authorised', 'offline'],
  finalOutage: ['authorised', 'still_offline'],
}

/** The takedowns of companies that were requested since an instant. Index: takedowns_requested. */
export function takedownsSince(companyIds: readonly number[], from: Date): SomeTakedowns {
  return sql`(select company_id, id, threat_id, status, requested_at, relapse_count from takedowns
    where company_id = any (${companyIds}::int[]) and requested_at >= ${from})`
}

/** The takedowns of a company for the threats that a query finds; its column `id` is theirs. Index: takedowns_threat. */
export function takedownsOfThreats(companyId: number, threats: Expression<unknown>): SomeTakedowns {
  return sql`(select company_id, id, threat_id, status, requested_at, relapse_count from takedowns
    where company_id = ${companyId} and threat_id in (select id from ${threats} as threats))`
}

/** The takedowns of a company that a query finds by its column `id`. Index: takedowns_pkey. */
export function takedownsAmong(companyId: number, found: Expression<unknown>): SomeTakedowns {
  return sql`(select company_id, id, threat_id, status, requested_at, relapse_count from takedowns
    where company_id = ${companyId} and id in (select id from ${found} as found))`
}

export interface StatusCount {
  status: TakedownStatus
  count: number
  relapsed: number
}

/** How many takedowns have each status, and how many of these were reopened after their target had been offline. */
export async function countByStatus(tx: Tx, takedowns: SomeTakedowns): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select status, count(*)::int as count, (count(*) filter (where relapse_count > 0))::int as relapsed
    from ${takedowns} as takedowns group by status`.execute(tx)
  return rows
}

/**
 * When things happened in each takedown; null if they haven't. A target that no check can see is offline once its case says so.
 * Indexes, read alone where many cases are counted: takedown_periods_pkey; takedown_attempts_takedown; threats_pkey.
 */
const momentsOf = (takedowns: SomeTakedowns) => sql`
  cases as materialized (
    select * from ${takedowns} as takedowns where status <> all (${[...uncountedStatuses]})
  ), periods as (
    select c.company_id, c.id,
      min(p.began_at) filter (where p.status = 'authorised') as authorised,
      min(p.began_at) filter (where p.status = 'submitted') as submitted,
      min(p.began_at) filter (where p.status = any (${[...repliedStatuses]})) as replied,
      min(p.began_at) filter (where p.status = 'offline_monitoring') as watched,
      max(p.began_at) filter (where p.status = 'offline_monitoring') as last_watched,
      min(p.began_at) filter (where p.state = 'offline') as offline,
      max(p.began_at) filter (where p.state = 'offline') as last_offline,
      max(p.position) filter (where p.state = 'offline') = max(p.position) filter (where p.axis = 'asset') as is_offline
    from cases c join takedown_periods p on p.company_id = c.company_id and p.takedown_id = c.id
    group by c.company_id, c.id
  ), notices as (
    select c.company_id, c.id, min(a.sent_at) as sent, min(a.answered_at) as answered
    from cases c join takedown_attempts a on a.company_id = c.company_id and a.takedown_id = c.id
    group by c.company_id, c.id
  ), moments as (
    select c.company_id, c.id, c.threat_id, t.source, c.status = any (${[...openTakedownStatuses]}) as is_open,
      t.first_seen as detected, t.published_at as reviewed, c.requested_at as requested, p.authorised,
      coalesce(n.sent, p.submitted) as sent, coalesce(n.answered, p.replied) as answered,
      coalesce(p.offline, p.watched) as offline,
      case when p.offline is null and c.status = any (${[...downTakedownStatuses]}) then p.last_watched
        when p.is_offline then p.last_offline end as still_offline
    from cases c
    join threats t on t.company_id = c.company_id and t.id = c.threat_id
    left join periods p on p.company_id = c.company_id and p.id = c.id
    left join notices n on n.company_id = c.company_id and n.id = c.id
  )`

/** Takedowns that were observed for the same time: the length up to the event, or up to now. */
export interface ClockRow {
  /** Below a minute in seconds, otherwise in minutes of three digits, so that millions of cases make a few thousand rows. */
  seconds: number
  is_reached: boolean
  is_open: boolean
  count: number
}

/** The columns of a `ClockRow` between two instants; without the second one, up to now. */
const measured = (from: RawBuilder<unknown>, to: RawBuilder<unknown>, now: Date) => sql`
  cross join lateral (select greatest(0, extract(epoch from coalesce(${to}, ${now}) - ${from})::float8) as exact) length
  cross join lateral (select 60 * 10 ^ greatest(0, floor(log(greatest(60, length.exact) / 60)) - 2) as unit) digits
  cross join lateral (
    select case when length.exact < 60 then round(length.exact) else round(length.exact / digits.unit) * digits.unit end as seconds,
      ${to} is not null as is_reached
  ) one`

/** The rows of every clock. */
export async function rowsOfClocks(
  tx: Tx,
  takedowns: SomeTakedowns,
  now: Date,
): Promise<(ClockRow & { clock: StatisticsClock })[]> {
  const clocks = statisticsClocks.map((clock) => {
    const [from, to] = clockColumns[clock]
    return sql`(${sql.lit(clock)}, ${sql.ref(from)}, ${sql.ref(to)})`
  })
  const { rows } = await sql<ClockRow & { clock: StatisticsClock }>`
    with ${momentsOf(takedowns)}
    select clocks.clock, one.seconds, one.is_reached, moments.is_open, count(*)::int as count
    from moments cross join lateral (values ${sql.join(clocks)}) as clocks (clock, began, ended)
    ${measured(sql`clocks.began`, sql`clocks.ended`, now)}
    where clocks.began is not null
    group by 1, 2, 3, 4`.execute(tx)
  return rows
}

/** The last registrar or host that was found. Index: domain_observations_provider. */
const observed = (kind: 'registration' | 'hosting') => sql`join (
  select distinct on (c.company_id, c.id) c.company_id, c.id, o.provider as label
  from cases c join domain_observations o on o.company_id = c.company_id and o.threat_id = c.threat_id
  where o.kind = ${kind} and o.is_settled and o.provider is not null
  order by c.company_id, c.id, o.observed_at desc
) by_group on by_group.company_id = m.company_id and by_group.id = m.id`

/** What the notices of a case have in common; a case with several belongs to each. */
const notified = (column: 'channel' | 'provider') => sql`join (
  select distinct a.company_id, a.takedown_id, ${sql.ref(`a.${column}`)} as label
  from cases c join takedown_attempts a on a.company_id = c.company_id and a.takedown_id = c.id
  where a.sent_at is not null and ${sql.ref(`a.${column}`)} is not null
) by_group on by_group.company_id = m.company_id and by_group.takedown_id = m.id`

/** Joins `moments` as `m` with the labels of its groups. */
const groupJoins: Record<StatisticsGroup, RawBuilder<unknown>> = {
  channel: notified('channel'),
  provider: notified('provider'),
  registrar: observed('registration'),
  host: observed('hosting'),
  source: sql`cross join lateral (select m.source as label) by_group`,
}

/** One clock until now, by groups of takedowns. */
export interface ClockGrouping {
  clock: StatisticsClock
  by: StatisticsGroup
  now: Date
}

/** The rows of one clock for the largest groups of takedowns. */
export async function rowsOfGroups(
  tx: Tx,
  takedowns: SomeTakedowns,
  { clock, by, now }: ClockGrouping,
): Promise<(ClockRow & { label: string })[]> {
  const [from, to] = clockColumns[clock]
  const { rows } = await sql<ClockRow & { label: string }>`
    with ${momentsOf(takedowns)}, grouped as (
      select by_group.label, one.seconds, one.is_reached, m.is_open, count(*)::int as count
      from moments m ${groupJoins[by]} ${measured(sql.ref(`m.${from}`), sql.ref(`m.${to}`), now)}
      where ${sql.ref(`m.${from}`)} is not null
      group by 1, 2, 3, 4
    ), largest as (
      select label from grouped group by label order by sum(count) desc, label limit ${statisticsGroupsMax}
    )
    select * from grouped where label in (select label from largest)`.execute(tx)
  return rows
}

/** More recipients than that don't change the name of a provider. */
const recipientsMax = 500

/** The recipients of notices to some providers, in lower case. Index: takedown_attempts_takedown. */
export async function recipientsOf(
  tx: Tx,
  takedowns: SomeTakedowns,
  providers: readonly string[],
): Promise<{ provider: string; recipient: string }[]> {
  const { rows } = await sql<{ provider: string; recipient: string }>`
    select distinct a.provider, lower(a.recipient) as recipient
    from ${takedowns} as c join takedown_attempts a on a.company_id = c.company_id and a.takedown_id = c.id
    where a.sent_at is not null and a.provider = any (${[...providers]}::text[])
    order by 1, 2 limit ${recipientsMax}`.execute(tx)
  return rows
}

/** The names of providers by their recipient, without owners of sites, who may be private persons. Index: abuse_contacts_recipient_key. */
export async function namesOfRecipients(tx: Tx, recipients: readonly string[]): Promise<Map<string, string>> {
  if (recipients.length === 0) return new Map()
  const rows = await tx
    .selectFrom('abuse_contacts')
    .select(['recipient', 'name'])
    .where('recipient', 'in', [...new Set(recipients)])
    .where('role', '!=', 'siteOwner')
    .execute()
  return new Map(rows.map(({ recipient, name }) => [recipient, name]))
}
