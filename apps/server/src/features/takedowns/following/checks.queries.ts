import { sql } from 'kysely'
import { isOneOf } from '@signet/contract/narrow'
import { reachHours, type AssetCheck } from '@signet/contract/takedowns/asset-checks'
import { openTakedownStatuses } from '@signet/contract/takedowns/takedown-status'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { hourMs } from '@signet/contract/time'
import type { Tx } from '../../../db/database.ts'
import { hostOfThreat } from '../../threats/found/domain-watches.queries.ts'
import type { TakedownWithThreat } from '../../cases/takedowns.queries.ts'

/** An hourly check, and a few more per hour while the state is uncertain. */
const shownMax = 300

type OneCase = { companyId: number; takedownId: string }

/** Stores the result of a check; the same instant again has no effect. */
export async function insertCheck(tx: Tx, { companyId, takedownId }: OneCase, check: AssetCheck): Promise<void> {
  await tx
    .insertInto('takedown_checks')
    .values({
      company_id: companyId,
      takedown_id: takedownId,
      at: new Date(check.at),
      state: check.state,
      reason: check.reason,
      status: check.status,
      leads_to: check.leadsTo,
      views: JSON.stringify(check.views),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * How long checks have found the target in one state; inconclusive checks don't count. Index: takedown_checks_pkey.
 *
 * @returns since when, null if there was no check; and whether it was in another state before
 */
export async function runOf(
  tx: Tx,
  { companyId, takedownId }: OneCase,
  state: AssetCheck['state'],
): Promise<{ since: Date | null; hasOther: boolean }> {
  const { rows } = await sql<{ since: Date | null; other: Date | null }>`
    with other as (
      select max(at) as at from takedown_checks
      where company_id = ${companyId} and takedown_id = ${takedownId} and state not in (${state}, 'unknown')
    )
    select other.at as other, (
      select min(checks.at) from takedown_checks checks
      where company_id = ${companyId} and takedown_id = ${takedownId} and state = ${state}
        and checks.at > coalesce(other.at, '-infinity')
    ) as since from other`.execute(tx)
  return { since: rows[0]?.since ?? null, hasOther: rows[0]?.other != null }
}

/** How many checks since an instant had a result, and how many of them found the target offline. Index: takedown_checks_pkey. */
export async function watchOf(
  tx: Tx,
  { companyId, takedownId }: OneCase,
  since: Date,
): Promise<{ checks: number; offline: number }> {
  const { checks, offline } = await tx
    .selectFrom('takedown_checks')
    .select(({ fn }) => [
      fn.countAll<string>().as('checks'),
      fn.countAll<string>().filterWhere('state', '=', 'offline').as('offline'),
    ])
    .where('company_id', '=', companyId)
    .where('takedown_id', '=', takedownId)
    .where('at', '>=', since)
    .where('state', '!=', 'unknown')
    .executeTakeFirstOrThrow()
  return { checks: Number(checks), offline: Number(offline) }
}

/** The checks of a case since an instant, oldest first. Index: takedown_checks_pkey. */
export async function checksOf(tx: Tx, { companyId, takedownId }: OneCase, since: Date): Promise<AssetCheck[]> {
  const rows = await tx
    .selectFrom('takedown_checks')
    .select(['at', 'state', 'reason', 'status', 'leads_to', 'views'])
    .where('company_id', '=', companyId)
    .where('takedown_id', '=', takedownId)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(shownMax)
    .execute()
  return rows
    .map(({ at, state, reason, status, leads_to: leadsTo, views }) => ({
      at: at.toISOString(),
      state,
      reason,
      status,
      leadsTo,
      views,
    }))
    .toReversed()
}

/** Whether the target of a case could be reached in recent checks, and when the next check is. */
export async function reachOf(
  tx: Tx,
  companyId: number,
  row: Pick<TakedownWithThreat, 'id' | 'threat_id' | 'status' | 'reached_at'>,
  now: Date,
): Promise<Omit<TakedownDetail['reach'], 'isOn'>> {
  const threat = await tx
    .selectFrom('threats')
    .select(['source', 'fields'])
    .where('company_id', '=', companyId)
    .where('id', '=', row.threat_id)
    .executeTakeFirstOrThrow()
  const watch = await tx
    .selectFrom('domain_watches')
    .select('next_at')
    .where('company_id', '=', companyId)
    .where('threat_id', '=', row.threat_id)
    .executeTakeFirst()
  const { offline_monitoring: offlineAt } = row.reached_at
  const isFollowed = isOneOf(openTakedownStatuses, row.status)
  return {
    host: hostOfThreat(threat),
    checks: await checksOf(tx, { companyId, takedownId: row.id }, new Date(now.getTime() - reachHours * hourMs)),
    watch:
      row.status === 'offline_monitoring' && offlineAt
        ? await watchOf(tx, { companyId, takedownId: row.id }, new Date(offlineAt))
        : null,
    nextAt: (isFollowed ? watch?.next_at.toISOString() : null) ?? null,
  }
}
