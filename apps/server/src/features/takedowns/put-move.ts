import { sql } from 'kysely'
import { isOneOf } from '@signet/contract/narrow'
import { openTakedownStatuses, takedownStatusLabels, type TakedownStatus } from '@signet/contract/takedowns/takedowns'
import { dayMs } from '@signet/contract/time'
import type { Context } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import { AppError, found } from '../../errors.ts'
import { noticeOf } from '../../errors/sentences.ts'
import { lockThreats } from '../threats/threats.queries.ts'
import { publishedScope } from '../threats/threat-filter.queries.ts'
import type { ThreatRow } from '../../db/rows.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { notifyCaseMoved } from '../notifications/notify-changes.ts'
import { watchSooner } from '../threats/domain-watches.queries.ts'
import { beginPeriods } from '../cases/takedown-periods.queries.ts'
import { policyOf } from '../cases/takedown-policy.queries.ts'
import { cancelNotices, findTakedown, type TakedownWithThreat } from '../cases/takedowns.queries.ts'

/**
 * A case with its threat, which is locked; null if the threat is no longer published.
 *
 * @throws AppError `NOT_FOUND` if the takedown is outside the company
 */
export async function lockTakedown(
  context: Context,
  takedownId: string,
): Promise<{ row: TakedownWithThreat; threat: ThreatRow | null }> {
  const { tx, company } = context
  const known = found(await findTakedown(tx, company.id, takedownId), 'takedown')
  // A decision locks the threat before its case; the same order here prevents a deadlock.
  const [threat = null] = await lockThreats(tx, publishedScope(context, 'either'), [known.threat_id])
  return { row: found(await findTakedown(tx, company.id, takedownId), 'takedown'), threat }
}

/** Who moves a case; without an actor it is the product itself. */
export type Mover = Pick<Context, 'tx' | 'ip' | 'enqueue'> & {
  requestId: string | null
  company: { id: number }
  actor: Context['actor'] | null
}

/**
 * Sets an allowed next status of a case, with its audit entry and notifications. The threat of the case must be locked.
 *
 * @param row the current row; the change applies to this version
 * @throws AppError `CONFLICT` if it has changed since it was read
 */
export async function putMove(
  mover: Mover,
  row: TakedownWithThreat,
  {
    status,
    note,
    reference,
    isManual = false,
  }: {
    status: TakedownStatus
    note?: string | undefined
    reference?: string | undefined
    /** Whether a person sets it although nothing recorded in the case says so; `note` is then the reason. */
    isManual?: boolean
  },
  now: Date,
): Promise<void> {
  const { tx, company } = mover
  const { watchDays } = await policyOf(tx, company.id)
  const { numUpdatedRows } = await tx
    .updateTable('takedowns')
    .set((set) => ({
      status,
      updated_at: now,
      watched_until: status === 'offline_monitoring' ? new Date(now.getTime() + watchDays * dayMs) : null,
      // A reopened case is no longer resolved; the audit still contains when it was.
      reached_at: sql`${status === 'reopened' ? sql`(reached_at - 'resolved')` : sql`reached_at`}
        || jsonb_build_object(${status}::text, ${now.toISOString()}::text)` as never,
      set_manually: (isManual
        ? sql`set_manually || ${JSON.stringify({ [status]: { by: mover.actor?.name ?? '', reason: note ?? '' } })}::jsonb`
        : sql`set_manually - ${status}::text`) as never,
      ...(reference === undefined ? {} : { reference: reference || null }),
      ...(status === 'reopened' && wasDown(row.status) ? { relapse_count: set('relapse_count', '+', 1) } : {}),
      version: set('version', '+', 1),
    }))
    .where('company_id', '=', company.id)
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new AppError('STALE_VERSION', { what: 'takedown' })
  await beginPeriods(tx, company.id, [row.id], { status, at: now })
  await recordAudit(mover, {
    action: 'takedown.moved',
    targetType: 'takedown',
    targetId: row.id,
    before: { status: row.status, ...(reference === undefined ? {} : { reference: row.reference }) },
    after: {
      status,
      ...(reference === undefined ? {} : { reference: reference || null }),
      ...(note ? { remark: note } : {}),
      ...(isManual ? { isManual } : {}),
    },
  })
  if (!isOneOf(openTakedownStatuses, status)) {
    await cancelNotices(tx, company.id, [row.id])
  }
  // A move by a person is a reason to check now; an automatic one follows a check.
  if (mover.actor) await watchSooner(tx, company.id, row.threat_id)
  await notifyCaseMoved(mover, {
    kind: 'takedown',
    id: row.id,
    threatId: row.threat_id,
    title: row.title,
    status,
    sentence: noticeOf('CASE_MOVED', { case: 'takedown', title: row.title, status: takedownStatusLabels[status] }),
  })
}

/** Reopening a case that never succeeded isn't a relapse. */
const wasDown = (status: TakedownStatus) => status === 'offline_monitoring' || status === 'resolved'

/** Whether another case of the same threat is still open. Index: takedowns_open_uq. */
export async function hasOtherOpenCase(
  tx: Tx,
  companyId: number,
  takedown: { id: string; threat_id: string },
): Promise<boolean> {
  const other = await tx
    .selectFrom('takedowns')
    .select('id')
    .where('company_id', '=', companyId)
    .where('threat_id', '=', takedown.threat_id)
    .where('id', '!=', takedown.id)
    .where('status', 'in', openTakedownStatuses)
    .executeTakeFirst()
  return other !== undefined
}
