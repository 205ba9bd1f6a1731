import { openStages } from '@signet/contract/review/qa'
import { hostSources } from '@signet/contract/threats/sources'
import { dayMs, minuteMs } from '@signet/contract/time'
import type { Tx } from '../../db/database.ts'
import { sql } from 'kysely'
import { openTakedownStatuses } from '@signet/contract/takedowns/takedown-status'
import type { NewRow } from '../../db/rows.ts'

/** Longer than a check can take; after that, another worker takes over from a crashed one. */
const claimMs = 5 * minuteMs
/** Domains checked concurrently; nearly all of the time is spent waiting. */
const atOnce = 6
/** Failures in a row are counted up to this. */
export const failuresMax = 100
/** Threats of a company that are scheduled at a time. */
const seededMax = 2_000

/** A domain that one worker checks. */
export interface DomainClaim {
  threat_id: string
  host: string
  claimed_until: Date
  failures: number
  /** Whether it is the target of a takedown. */
  is_followed: boolean
  /** For a threat that is one page of its host. */
  link: string | null
}

/**
 * Claims domains that are due and unclaimed, targets of takedowns before all others: thousands of new domains may wait for their turn at a
 * registry. Indexes: takedowns_open, domain_watches_pkey, domain_watches_due.
 */
export async function claimDue(tx: Tx, companyId: number, now: Date): Promise<DomainClaim[]> {
  const isDue = sql`next_at <= ${now} and (claimed_until is null or claimed_until <= ${now})`
  // Materialized: otherwise the planner may run the selection once per row and claim all due domains at once.
  const { rows } = await sql<DomainClaim>`
    with followed as materialized (
      select w.threat_id from takedowns join domain_watches w using (company_id, threat_id)
      where company_id = ${companyId} and status in (${sql.join(openTakedownStatuses)}) and ${isDue}
      order by w.next_at, w.threat_id limit ${atOnce} for update of w skip locked
    ), others as materialized (
      select threat_id from domain_watches
      where company_id = ${companyId} and ${isDue} and threat_id not in (select threat_id from followed)
      order by next_at, threat_id limit (select ${atOnce} - count(*) from followed) for update skip locked
    )
    update domain_watches w set claimed_until = ${new Date(now.getTime() + claimMs)}
    from (select threat_id from followed union all select threat_id from others) due
    where w.company_id = ${companyId} and w.threat_id = due.threat_id
    returning w.threat_id, w.host, w.claimed_until, w.failures, exists (
      select from takedowns where company_id = ${companyId} and takedowns.threat_id = w.threat_id
        and status in (${sql.join([...openTakedownStatuses, 'resolved'])})
    ) as is_followed, (
      select fields ->> 'link' from threats where company_id = ${companyId} and id = w.threat_id and source = 'URL'
    ) as link`.execute(tx)
  return rows
}

/** Gives a claim up, so that another worker can check the domain at once. Index: domain_watches_pkey. */
export async function releaseClaim(tx: Tx, companyId: number, claim: DomainClaim): Promise<void> {
  await tx
    .updateTable('domain_watches')
    .set({ claimed_until: null })
    .where('company_id', '=', companyId)
    .where('threat_id', '=', claim.threat_id)
    .where('claimed_until', '=', claim.claimed_until)
    .execute()
}

/** Gives a claim up whose check failed, until it is due again. Index: domain_watches_pkey. */
export async function postponeCheck(tx: Tx, companyId: number, claim: DomainClaim, nextAt: Date): Promise<void> {
  await tx
    .updateTable('domain_watches')
    .set({ claimed_until: null, next_at: nextAt, failures: Math.min(claim.failures + 1, failuresMax) })
    .where('company_id', '=', companyId)
    .where('threat_id', '=', claim.threat_id)
    .where('claimed_until', '=', claim.claimed_until)
    .execute()
}

/** Keeps what a check found out, and when the next is due. Index: domain_watches_pkey. */
export async function setCheck(
  tx: Tx,
  companyId: number,
  threatId: string,
  check: Partial<NewRow<'domain_watches'>>,
): Promise<void> {
  await tx
    .updateTable('domain_watches')
    .set(check)
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .execute()
}

/** Index: domain_watches_pkey. */
export async function deleteCheck(tx: Tx, companyId: number, threatId: string): Promise<void> {
  await tx.deleteFrom('domain_watches').where('company_id', '=', companyId).where('threat_id', '=', threatId).execute()
}

/** Whether checks of a company are due, and whether one of them is running. Index: domain_watches_due. */
export async function checksDue(tx: Tx, companyId: number, now: Date): Promise<{ due: boolean; busy: boolean }> {
  const { rows } = await sql<{ due: boolean; busy: boolean }>`select
          exists (select from domain_watches where company_id = ${companyId} and next_at <= ${now}) as due,
          exists (select from domain_watches where company_id = ${companyId} and next_at <= ${now}
            and claimed_until > ${now}) as busy`.execute(tx)
  return rows[0] ?? { due: false, busy: false }
}

/**
 * Threats without a scheduled check; fictional ones of the demo aren't looked up. Recent threats are searched every time, all threats once
 * an hour.
 */
export function unwatched(tx: Tx, companyId: number, now: Date) {
  const isFull = now.getUTCMinutes() === 0
  return (
    tx
      .selectFrom('threats')
      .select(['id', 'source', 'fields'])
      .where('company_id', '=', companyId)
      .where('kind', '=', 'threat')
      .where('source', 'in', hostSources)
      .where('stage', 'in', openStages)
      .where('is_demo', '=', false)
      .$if(!isFull, (query) => query.where('staged_at', '>', new Date(now.getTime() - 2 * dayMs)))
      // Threats without a host name would be found again every time.
      .where(
        sql<boolean>`coalesce(fields ->> 'domain_name', fields ->> 'host', fields ->> 'link') ~* '[a-z0-9]\.[a-z]'`,
      )
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('domain_watches')
              .select('threat_id')
              .where('domain_watches.company_id', '=', companyId)
              .whereRef('domain_watches.threat_id', '=', 'threats.id'),
          ),
        ),
      )
      .orderBy('first_seen', 'desc')
      .orderBy('id')
      .limit(seededMax)
      .execute()
  )
}
