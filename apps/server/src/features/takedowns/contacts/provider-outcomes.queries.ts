import { sql } from 'kysely'
import { failedTakedownStatuses } from '@signet/contract/takedowns/takedown-status'
import { uncountedStatuses } from '@signet/contract/takedowns/takedown-statistics'
import type { Tx } from '../../../db/database.ts'

/** Of each provider, the latest notices are enough to judge it. */
const noticesMax = 200

interface OutcomeRow {
  provider: string
  total: number
  removed: number
  cameBack: number
  medianMs: number | null
}

/**
 * What became of the targets that a company notified some providers about: how many went offline after the first notice, of those that did,
 * that a provider refused or nobody removed, or that had a week, and how many of these came back. Returned notices and withdrawn cases
 * don't count. Indexes: takedown_attempts_provider, takedown_periods_pkey.
 */
export async function outcomesOf(
  tx: Tx,
  companyId: number,
  providers: readonly string[],
  now: Date,
): Promise<Map<string, Omit<OutcomeRow, 'provider'>>> {
  if (providers.length === 0) return new Map()
  const { rows } = await sql<OutcomeRow>`
    with cases as (
      select wanted.provider, latest.takedown_id, min(latest.sent_at) as sent_at
      from unnest(${[...new Set(providers)]}::text[]) as wanted (provider)
      cross join lateral (
        select takedown_id, sent_at from takedown_attempts
        where company_id = ${companyId} and provider = wanted.provider and sent_at is not null and status <> 'bounced'
        order by sent_at desc limit ${noticesMax}
      ) latest
      group by 1, 2
    )
    select c.provider, count(*)::int as total, count(outage.at)::int as removed,
      count(*) filter (where exists (
        select from takedown_periods p
        where p.company_id = ${companyId} and p.takedown_id = c.takedown_id and p.began_at > outage.at and p.status = 'reopened'
      ))::int as "cameBack",
      1000 * percentile_cont(0.5) within group (order by extract(epoch from outage.at - c.sent_at)::float8) as "medianMs"
    from cases c
    join takedowns t on t.company_id = ${companyId} and t.id = c.takedown_id
    cross join lateral (
      select min(began_at) as at from takedown_periods p
      where p.company_id = ${companyId} and p.takedown_id = c.takedown_id and p.began_at > c.sent_at
        and (p.state = 'offline' or p.status = 'offline_monitoring')
    ) outage
    where t.status <> all (${['withdrawn', ...uncountedStatuses]})
      and (outage.at is not null or t.status = any (${[...failedTakedownStatuses]}) or c.sent_at < ${now}::timestamptz - interval '7 days')
    group by 1`.execute(tx)
  return new Map(rows.map(({ provider, ...outcome }) => [provider, outcome]))
}
