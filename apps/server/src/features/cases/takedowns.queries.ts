import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { isOneOf, keysIn } from '@signet/contract/narrow'
import { promisedHoursMax, type PromisedHours } from '@signet/contract/review/promised-times'
import type { AssetState } from '@signet/contract/takedowns/asset-checks'
import {
  downTakedownStatuses,
  openTakedownStatuses,
  runningTakedownStatuses,
  takedownStatusLabels,
  takedownStatuses,
  takedownWaitsFor,
  unsentTakedownStatuses,
  type TakedownStatus,
} from '@signet/contract/takedowns/takedown-status'
import { takedownSteps } from '@signet/contract/takedowns/takedown-steps'
import type { Takedown } from '@signet/contract/takedowns/takedowns'
import { usualTargetHours } from '@signet/contract/takedowns/takedown-policy'
import { severityOfRank } from '@signet/contract/threats/severities'
import type { CaseRecord } from '@signet/detection'
import type { CompanyRef } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import type { TakedownRow, ThreatRow } from '../../db/rows.ts'
import { messageOf } from '../../errors/sentences.ts'
import { cancelMails } from '../mail/mails.queries.ts'
import { watchSooner } from '../threats/found/domain-watches.queries.ts'
import { hoursByRank, hoursOfRanks } from '../threats/list/promised-times.queries.ts'
import { beginPeriods } from './takedown-periods.queries.ts'
import { findCase, selectCases, toCase, type CaseKind, type Cases, type CaseThreat } from './case-list.queries.ts'

const usualHours = sql.lit(`{${hoursByRank(usualTargetHours).join(',')}}`)

/** The target time of a takedown as an SQL expression: by the hours that it was requested with and the rank of its severity. */
export const targetOf = (severityColumn: string, hoursColumn: string): RawBuilder<string> =>
  sql`make_interval(hours => (coalesce(${sql.ref(hoursColumn)}, ${usualHours}::smallint[]))[${sql.ref(severityColumn)}])`

const [shortest, longest] = [Math.min(...Object.values(usualTargetHours)), Math.max(...Object.values(usualTargetHours))]
const nowInSql = sql`now()`
const hoursBefore = (at: RawBuilder<unknown>, hours: number) => sql`${at} - make_interval(hours => ${sql.lit(hours)})`
const hoursAgo = (hours: number) => hoursBefore(nowInSql, hours)

/** With the usual target times, only cases between the shortest and the longest one depend on the severity. Index: threats_pkey. */
const isOverdue = (
  companyId: number | RawBuilder<number>,
  at: RawBuilder<unknown> = nowInSql,
) => sql<boolean>`((cases.target_hours is not null or cases.requested_at < ${hoursBefore(at, shortest)})
  and (cases.target_hours is null and cases.requested_at < ${hoursBefore(at, longest)}
    or cases.requested_at < ${at} - (select ${targetOf('t.severity', 'cases.target_hours')} from threats t
      where t.company_id = ${companyId} and t.id = cases.threat_id)))`

export const takedownCases: CaseKind<TakedownStatus> = {
  table: 'takedowns',
  assigned: 'takedown',
  statusLabels: takedownStatusLabels,
  statuses: takedownStatuses,
  runningStatuses: runningTakedownStatuses,
  dueAt: sql`cases.requested_at + ${targetOf('threats.severity', 'cases.target_hours')}`,
  isOverdue,
  mayBeInTime: sql<boolean>`(cases.requested_at >= ${hoursAgo(promisedHoursMax)}
    and (cases.target_hours is not null or cases.requested_at >= ${hoursAgo(longest)}))`,
}

/** A takedown with the fields of its threat. */
export type TakedownWithThreat = TakedownRow & CaseThreat

/** The takedowns of a company joined with their threats, as `cases` and `threats`. */
export function selectTakedowns(tx: Tx, companyId: number) {
  return selectCases(tx, takedownCases, companyId)
}

/** The columns of takedowns that an export contains. */
export const withThreatAndReference = (takedowns: Cases) =>
  takedowns
    .selectAll('cases')
    .select(['threats.title', 'threats.source', 'threats.threat_type', 'threats.severity'])
    .select([
      sql<TakedownStatus>`cases.status`.as('status'),
      sql<TakedownRow['reference']>`cases.reference`.as('reference'),
      sql<TakedownRow['reached_at']>`cases.reached_at`.as('reached_at'),
    ])

export function findTakedown(tx: Tx, companyId: number, takedownId: string): Promise<TakedownWithThreat | null> {
  return findCase<TakedownRow>(tx, takedownCases, companyId, takedownId)
}

/**
 * A case whose threat is locked; null if the takedown is outside the company. A decision locks the threat before its case; the same order
 * here prevents a deadlock.
 */
export async function lockTakedown(tx: Tx, companyId: number, takedownId: string): Promise<TakedownWithThreat | null> {
  const known = await findTakedown(tx, companyId, takedownId)
  if (!known) return null
  await tx
    .selectFrom('threats')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', known.threat_id)
    .forUpdate()
    .execute()
  return findTakedown(tx, companyId, takedownId)
}

/** The stored target hours of takedowns of a company that are requested now. Index: takedown_policies_pkey. */
async function storedHoursOf(tx: Tx, companyId: number): Promise<number[] | null> {
  const policy = await tx
    .selectFrom('takedown_policies')
    .select('target_hours')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return policy?.target_hours ?? null
}

const hoursOfStored = (stored: number[] | null): PromisedHours => (stored ? hoursOfRanks(stored) : usualTargetHours)

/** The target hours of takedowns of a company that are requested now. */
export const targetHoursOf = async (tx: Tx, companyId: number): Promise<PromisedHours> =>
  hoursOfStored(await storedHoursOf(tx, companyId))

/** Opens a case; the unique index takedowns_open_uq refuses a second one. */
export async function insertTakedown(
  tx: Tx,
  takedown: { companyId: number; threatId: string; status: TakedownStatus; by: { userId: string; name: string } },
): Promise<string> {
  const id = randomUUID()
  const now = new Date().toISOString()
  const reached =
    takedown.status === 'authorised' ? { draft: now, authorised: now } : { draft: now, [takedown.status]: now }
  await tx
    .insertInto('takedowns')
    .values({
      company_id: takedown.companyId,
      id,
      threat_id: takedown.threatId,
      status: takedown.status,
      reference: null,
      reached_at: JSON.stringify(reached),
      // A case keeps them, so that nobody makes it late, or in time, by changing the policy.
      target_hours: await storedHoursOf(tx, takedown.companyId),
      requested_by: takedown.by.userId,
      requested_by_name: takedown.by.name,
    })
    .execute()
  for (const status of keysIn(reached)) {
    await beginPeriods(tx, takedown.companyId, [id], { status, at: new Date(now) })
  }
  await watchSooner(tx, takedown.companyId, takedown.threatId)
  return id
}

/**
 * Sets the status of a case, and what follows from it within the row.
 *
 * @returns false if the row has changed since it was read
 */
export async function setTakedownStatus(
  tx: Tx,
  row: TakedownRow,
  change: {
    status: TakedownStatus
    at: Date
    watchedUntil: Date | null
    reference?: string | null
    /** Who set it without a record of it in the case, and why. */
    setManually: { by: string; reason: string } | null
  },
): Promise<boolean> {
  const { status, at, setManually } = change
  const isRelapse = status === 'reopened' && isOneOf(downTakedownStatuses, row.status)
  const { numUpdatedRows } = await tx
    .updateTable('takedowns')
    .set((set) => ({
      status,
      updated_at: at,
      watched_until: change.watchedUntil,
      // A reopened case is no longer resolved; the audit still contains when it was.
      reached_at: sql<string>`${status === 'reopened' ? sql`(reached_at - 'resolved')` : sql`reached_at`}
        || jsonb_build_object(${status}::text, ${at.toISOString()}::text)`,
      set_manually: setManually
        ? sql<string>`set_manually || ${JSON.stringify({ [status]: setManually })}::jsonb`
        : sql<string>`set_manually - ${status}::text`,
      ...(change.reference === undefined ? {} : { reference: change.reference }),
      // Reopening a case that never succeeded isn't a relapse.
      ...(isRelapse ? { relapse_count: set('relapse_count', '+', 1) } : {}),
      version: set('version', '+', 1),
    }))
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether another case of the same threat is still open. Index: takedowns_open_uq. */
export async function hasOtherOpenCase(tx: Tx, takedown: TakedownRow): Promise<boolean> {
  const other = await tx
    .selectFrom('takedowns')
    .select('id')
    .where('company_id', '=', takedown.company_id)
    .where('threat_id', '=', takedown.threat_id)
    .where('id', '!=', takedown.id)
    .where('status', 'in', openTakedownStatuses)
    .executeTakeFirst()
  return other !== undefined
}

/** The open case of a threat, otherwise the last resolved one while the decision is still valid. Index: takedowns_threat. */
export async function followedCase(
  tx: Tx,
  threat: Pick<ThreatRow, 'company_id' | 'id' | 'status'>,
): Promise<TakedownWithThreat | null> {
  const followed: readonly TakedownStatus[] =
    threat.status === 'takedown' ? [...openTakedownStatuses, 'resolved'] : openTakedownStatuses
  const cases = await tx
    .selectFrom('takedowns')
    .select(['id', 'status'])
    .where('company_id', '=', threat.company_id)
    .where('threat_id', '=', threat.id)
    .where('status', 'in', followed)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .execute()
  const one = cases.find(({ status }) => status !== 'resolved') ?? cases[0]
  return one ? findTakedown(tx, threat.company_id, one.id) : null
}

/** The state of the target is independent of the process: it changes neither the status nor the version of the case. */
export async function setAssetState(tx: Tx, row: TakedownRow, state: AssetState): Promise<void> {
  await tx
    .updateTable('takedowns')
    .set({ asset_state: state })
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .execute()
}

/** Something other than the status changed, e.g. a notice was sent: neither the status nor the version changes. Index: takedowns_pkey. */
export async function setUpdated(tx: Tx, { company_id: companyId, id }: TakedownRow, at: Date): Promise<void> {
  await tx
    .updateTable('takedowns')
    .set({ updated_at: at })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('updated_at', '<', at)
    .execute()
}

/** Why a notice was not sent. */
export const closedBeforeSent = messageOf('MAIL_CASE_CLOSED', {})

/**
 * Ends the notices of cases that have not been handed to the mail server yet. The threats of the cases must be locked. Index:
 * takedown_attempts_takedown.
 */
export async function cancelNotices(tx: Tx, companyId: number, takedownIds: readonly string[]): Promise<void> {
  if (takedownIds.length === 0) return
  const rows = await tx
    .selectFrom('takedown_attempts')
    .select('mail_id')
    .where('company_id', '=', companyId)
    .where('takedown_id', 'in', takedownIds)
    .where('mail_id', 'is not', null)
    .execute()
  const mailIds = rows.flatMap(({ mail_id: mailId }) => mailId ?? [])
  await cancelMails(tx, companyId, mailIds, closedBeforeSent)
}

/** Withdraws the open cases of threats if no notice has been sent; returns the threats whose case was withdrawn. */
export async function withdrawUnsent(
  tx: Tx,
  companyId: number,
  threatIds: readonly string[],
): Promise<{ id: string; threat_id: string }[]> {
  const now = new Date()
  const withdrawn = await tx
    .updateTable('takedowns')
    .set((set) => ({
      status: 'withdrawn' as const,
      updated_at: now,
      reached_at: sql<string>`reached_at || jsonb_build_object('withdrawn', ${now.toISOString()}::text)`,
      version: set('version', '+', 1),
    }))
    .where('company_id', '=', companyId)
    .where('threat_id', 'in', threatIds)
    .where('status', 'in', unsentTakedownStatuses)
    .returning(['id', 'threat_id'])
    .execute()
  const ids = withdrawn.map(({ id }) => id)
  await beginPeriods(tx, companyId, ids, { status: 'withdrawn', at: now })
  await cancelNotices(tx, companyId, ids)
  return withdrawn
}

/** The threats among these whose open case has progressed too far to undo the decision. */
export async function sentCasesOf(tx: Tx, companyId: number, threatIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('takedowns')
    .select('threat_id')
    .where('company_id', '=', companyId)
    .where('threat_id', 'in', threatIds)
    .where('status', 'in', openTakedownStatuses)
    .where('status', 'not in', unsentTakedownStatuses)
    .execute()
  return new Set(rows.map((row) => row.threat_id))
}

/**
 * Since when an escalation is due in cases that wait for a provider: no contact was known above the recipient of the newest notice, who has
 * not answered since. Index: takedown_attempts_takedown.
 */
export async function escalationsDue(
  tx: Tx,
  companyId: number,
  rows: readonly Pick<TakedownRow, 'id' | 'status'>[],
): Promise<Map<string, Date>> {
  const ids = rows.filter(({ status }) => takedownWaitsFor(status) === 'provider').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const newest = await tx
    .selectFrom('takedown_attempts')
    .distinctOn('takedown_id')
    .select(['takedown_id', 'status', 'escalated_at', 'answered_at'])
    .where('company_id', '=', companyId)
    .where('takedown_id', 'in', ids)
    .orderBy('takedown_id')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    newest.flatMap(({ takedown_id: id, status, escalated_at: dueAt, answered_at: answeredAt }) =>
      dueAt && (status === 'refused' || !answeredAt || answeredAt <= dueAt) ? [[id, dueAt]] : [],
    ),
  )
}

/**
 * When an escalation of a case was due although no contact was known above the recipient of a notice: until somebody wrote the next notice,
 * or the recipient answered. The last of them has no end while it lasts, as `escalationsDue` says. Index: takedown_attempts_takedown.
 */
export async function escalationWaits(
  tx: Tx,
  companyId: number,
  takedownId: string,
): Promise<CaseRecord['unescalated']> {
  const { rows } = await sql<{ from: Date; until: Date | null }>`
    select escalated_at as from,
      least(next_at, case when status <> 'refused' and answered_at > escalated_at then answered_at end) as until
    from (
      select status, escalated_at, answered_at, lead(at) over later as next_at, lead(purpose) over later as next_purpose
      from takedown_attempts where company_id = ${companyId} and takedown_id = ${takedownId}
      window later as (order by at, id)
    ) as attempts
    where escalated_at is not null and next_purpose is distinct from 'escalation'
    order by escalated_at`.execute(tx)
  return rows.map(({ from, until }) => ({ from: from.toISOString(), until: until?.toISOString() ?? null }))
}

/** A takedown as it is sent. */
export function toTakedown(row: TakedownWithThreat, company: CompanyRef, escalationDueAt?: Date): Takedown {
  const reached = row.reached_at
  const { offline_monitoring: offlineAt } = reached
  return {
    ...toCase(row, takedownCases, company),
    assetState: row.asset_state,
    waitingFor: escalationDueAt ? 'team' : takedownWaitsFor(row.status),
    ...(escalationDueAt ? { escalationDueAt: escalationDueAt.toISOString() } : {}),
    steps: takedownSteps(row.status, reached),
    clocks: {
      requestedAt: row.requested_at.toISOString(),
      ...(reached.authorised ? { authorisedAt: reached.authorised } : {}),
      ...(reached.submitted ? { submittedAt: reached.submitted } : {}),
      ...(offlineAt ? { offlineAt } : {}),
      ...(reached.resolved ? { resolvedAt: reached.resolved } : {}),
      ...(row.watched_until ? { watchedUntil: row.watched_until.toISOString() } : {}),
      targetHours: hoursOfStored(row.target_hours)[severityOfRank(row.severity)],
    },
    attempts: [],
    setManually: keysIn(row.set_manually).flatMap((status) => {
      const set = row.set_manually[status]
      return set ? [{ status, ...set }] : []
    }),
    ...(row.reference ? { reference: row.reference } : {}),
  }
}
