import { recordFrom, required } from '@signet/contract/narrow'
import { dueSoonShare, usualPromisedHours, type PromisedHours } from '@signet/contract/review/promised-times'
import { severities, severityOfRank, severityRank } from '@signet/contract/threats/severities'
import type { Kind } from '@signet/contract/threats/sources'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../db/database.ts'

/*
 * By when the review of a record in the queue is promised: a number of hours after it entered the queue, which depends on its severity. The
 * company's review policy sets them, otherwise the installation. Everything that needs this time gets it from here.
 */

/** Hours as they are stored: by rank of severity, low first. */
export const hoursByRank = (hours: PromisedHours): number[] => [1, 2, 3, 4].map((rank) => hours[severityOfRank(rank)])

/** What the installation promises: a setting of each connection (`openDatabase`). */
const ofInstallation = sql<number[]>`coalesce(nullif(current_setting('app.promised_hours', true), ''),
  ${sql.lit(`{${hoursByRank(usualPromisedHours).join(',')}}`)})::smallint[]`

/** The hours that a company promises. Must not depend on the rows of threats, so that it is read once. Index: review_policies_pkey. */
export const hoursOf = (companyId: number | RawBuilder<number>): RawBuilder<number[]> => sql<number[]>`coalesce(
  (select p.promised_hours from review_policies p where p.company_id = ${companyId}), ${ofInstallation})`

/** @param severity the column of its rank, or the rank */
const waitOf = (hours: RawBuilder<number[]>, severity: string | number) =>
  sql`make_interval(hours => (${hours})[${typeof severity === 'string' ? sql.ref(severity) : sql.lit(severity)}])`

/** By when the review of a record is promised; for rows of `table` in one company with these `hours`. */
export const promisedAt = (hours: RawBuilder<number[]>, table = 'threats'): RawBuilder<Date> =>
  sql<Date>`(${sql.ref(`${table}.staged_at`)} + ${waitOf(hours, `${table}.severity`)})`

/** Whether the promised time of a record is over. */
export const isOverdue = (hours: RawBuilder<number[]>, table = 'threats'): RawBuilder<boolean> =>
  sql<boolean>`${promisedAt(hours, table)} <= now()`

/** What entered the queue until then is late now, if it has the severity; compared with `staged_at`, which is then read from an index. */
export const lateSince = (hours: RawBuilder<number[]>, severity: string | number): RawBuilder<Date> =>
  sql<Date>`(now() - ${waitOf(hours, severity)})`

/** What waits for review in a company, for rows of `t`. */
export const isWaiting = (companyId: RawBuilder<number>, kind: Kind): RawBuilder<boolean> =>
  sql<boolean>`t.company_id = ${companyId} and t.kind = ${kind} and t.stage = 'queued' and not t.auto_filtered`

/**
 * One row: how many of the records that wait in a company are `overdue`, how many are `due_soon`, and the next promised time (`next_due`).
 * Index: threats_promised, for each severity; only compared with instants that are computed before, because computing with intervals isn't
 * leakproof.
 */
export const promisedTimesIn = (companyId: RawBuilder<number>, kind: Kind): RawBuilder<unknown> => sql`(
  select coalesce(sum(counted.overdue), 0)::int as overdue, coalesce(sum(counted.due_soon), 0)::int as due_soon, min(counted.next_due) as next_due
  from generate_series(1, 4) as ranks (severity)
  cross join lateral (select ${waitOf(hoursOf(companyId), 'ranks.severity')} as wait offset 0) as promised
  cross join lateral (select now() - promised.wait as late, now() - promised.wait * ${sql.lit(1 - dueSoonShare)}::float8 as soon offset 0) as since
  cross join lateral (
    select count(*) filter (where t.staged_at <= since.late) as overdue,
      count(*) filter (where t.staged_at > since.late) as due_soon,
      (select t.staged_at + promised.wait from threats t
        where ${isWaiting(companyId, kind)} and t.severity = ranks.severity and t.staged_at > since.late
        order by t.staged_at limit 1) as next_due
    from threats t where ${isWaiting(companyId, kind)} and t.severity = ranks.severity and t.staged_at <= since.soon
  ) as counted)`

/** By when the review of each of these records is promised, if they wait for it. Index: threats_pkey. */
export async function promisedTimesOf(
  tx: Tx,
  companyId: number,
  threatIds: readonly string[],
): Promise<Map<string, Date>> {
  if (threatIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('threats')
    .select(['id', promisedAt(hoursOf(companyId)).as('at')])
    .where('company_id', '=', companyId)
    .where('id', 'in', threatIds)
    .where('stage', '=', 'queued')
    .where('auto_filtered', '=', false)
    .execute()
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** What the installation promises where a company promises nothing else. */
export async function usualHoursIn(tx: Tx): Promise<PromisedHours> {
  const { rows } = await sql<{ hours: number[] }>`select ${ofInstallation} as hours`.execute(tx)
  return hoursOfRanks(rows[0]?.hours ?? [])
}

/** The stored form of hours as it is sent. */
export const hoursOfRanks = (stored: readonly number[]): PromisedHours =>
  recordFrom(severities, (severity) => required(stored[severityRank[severity] - 1], 'the hours of a severity'))
