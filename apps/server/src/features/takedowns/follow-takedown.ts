import { isOneOf } from '@signet/contract/narrow'
import {
  assetStateLabels,
  openTakedownStatuses,
  takedownFlow,
  type AssetState,
  type TakedownStatus,
} from '@signet/contract/takedowns/takedowns'
import { dayMs, hourMs, minuteMs } from '@signet/contract/time'
import { assetStateOf } from '@signet/detection'
import type { FollowLook } from '../../app/follow-look.ts'
import type { Enqueue } from '../../app/jobs.ts'
import type { Tx } from '../../db/database.ts'
import type { ThreatRow } from '../../db/rows.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { publishEvents } from '../notifications/live-events.queries.ts'
import { insertCheck, runOf } from './checks.queries.ts'
import { beginPeriods } from '../cases/takedown-periods.queries.ts'
import { putMove, type Mover } from './put-move.ts'
import { repeatNotice } from './repeat-notice.ts'
import { findTakedown, type TakedownWithThreat } from '../cases/takedowns.queries.ts'

/** Delay before a target that has just changed is checked again. */
const certainInMs = 30 * minuteMs
/** Checks at least this far apart with the same result rule out a temporary failure; a little less than the delay between them. */
const certainAfterMs = 25 * minuteMs

/** The notes of the product's own moves; they match the texts of the portal. */
const notes = {
  offline: 'Offline in two checks, 30 minutes apart',
  active: 'Reachable again in two checks, 30 minutes apart',
  cloaked: 'Visible to some visitors again in two checks, 30 minutes apart',
  redirecting: 'Back as a redirect in two checks, 30 minutes apart',
  parked: 'Back as a parked page in two checks, 30 minutes apart',
  resolved: 'Still offline at the end of monitoring',
} as const
type OwnMove = { status: 'offline_monitoring' | 'reopened' | 'resolved'; note: (typeof notes)[keyof typeof notes] }

/**
 * Stores the result of a domain check in the takedown of its threat, and moves the case when the result is confirmed: offline when the
 * target is gone, resolved when it stayed offline for the monitoring period, reopened when it came back in any form. People record what
 * was sent, answered or given up.
 *
 * An open case is checked every hour at first, then less often. A resolved one is checked together with its domain, so that a relapse is
 * noticed.
 *
 * @param enqueue for the emails about a status change
 */
export const followTakedown =
  (enqueue: Enqueue): FollowLook =>
  (tx, threat, seen, now) =>
    follow({ tx, enqueue }, threat, seen, now)

type Parts = Pick<Mover, 'tx' | 'enqueue'>
type Rest<F> = F extends (first: never, ...rest: infer R) => unknown ? R : never

async function follow(parts: Parts, ...[threat, seen, now]: Rest<FollowLook>): Promise<number | null> {
  const { tx } = parts
  const row = await followedCase(tx, threat)
  if (!row) return null
  const check = { at: now.toISOString(), ...assetStateOf(seen) }
  const where = { companyId: threat.company_id, takedownId: row.id }
  const isFirst = row.asset_state === 'unknown'
  await insertCheck(tx, where, check)
  const usualMs = againMsOf(row, now)
  if (check.state === 'unknown') return usualMs
  const run = await runOf(tx, where, check.state)
  const since = run.since ?? now
  const isCertain = now.getTime() - since.getTime() >= certainAfterMs
  if (row.asset_state !== check.state && (isCertain || isFirst)) {
    await putState(parts, row, { state: check.state, at: since })
  }
  if (!isCertain) {
    // An unchanged state has no consequences, and neither does the first check.
    return row.asset_state === check.state || isFirst ? usualMs : certainInMs
  }
  const move = ownMove(row, threat, { state: check.state, since, hasOther: run.hasOther, now })
  if (!move) return usualMs
  await putMove(moverOf(parts, row), row, move, now)
  if (move.status === 'reopened') await repeatNotice(moverOf(parts, row), row, check.state, now)
  return move.status === 'resolved' ? null : firstDelayMs
}

/** The delays between checks: from each time since the case has its status, in ms. */
const delays = [
  { fromMs: 14 * dayMs, delayMs: 6 * hourMs },
  { fromMs: 2 * dayMs, delayMs: 3 * hourMs },
]
const firstDelayMs = hourMs

/** The time until the next check, while nothing changes. */
function againMsOf({ status, updated_at: since }: TakedownWithThreat, now: Date): number | null {
  if (status === 'resolved') return null
  const age = now.getTime() - since.getTime()
  return delays.find(({ fromMs }) => age >= fromMs)?.delayMs ?? firstDelayMs
}

/** The open case of a threat, otherwise the last resolved one while the decision is still valid. Index: takedowns_threat. */
async function followedCase(tx: Tx, threat: ThreatRow): Promise<TakedownWithThreat | null> {
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

/** A state that two checks found. */
interface Certain {
  state: Exclude<AssetState, 'unknown'>
  since: Date
  /** Whether it was in another state before. */
  hasOther: boolean
  now: Date
}

/** The status that the product sets automatically, if any. */
function ownMove(row: TakedownWithThreat, threat: ThreatRow, { state, since, hasOther, now }: Certain): OwnMove | null {
  const { status } = row
  const mayBe = (next: OwnMove['status']) => isOneOf(takedownFlow[status], next)
  const downAt = Date.parse(row.reached_at.offline_monitoring ?? '')
  if (state === 'offline') {
    if (mayBe('offline_monitoring')) return { status: 'offline_monitoring', note: notes.offline }
    const watchMs = row.watched_until ? row.watched_until.getTime() - downAt : Infinity
    // The target may have gone offline later than a person said.
    const isWatchOver = now.getTime() >= Math.max(downAt, since.getTime()) + watchMs
    return mayBe('resolved') && isWatchOver ? { status: 'resolved', note: notes.resolved } : null
  }
  const wasDown = status === 'offline_monitoring' || status === 'resolved'
  // If a person set the case to offline although every check reached the target, they know more than the checks show.
  const hasComeBack = hasOther && since.getTime() > downAt
  return wasDown && hasComeBack && threat.status === 'takedown' ? { status: 'reopened', note: notes[state] } : null
}

/** The state of the target is independent of the process: it changes neither the status nor the version of the case. */
async function putState(
  parts: Parts,
  row: TakedownWithThreat,
  { state, at }: { state: AssetState; at: Date },
): Promise<void> {
  const { tx } = parts
  await tx
    .updateTable('takedowns')
    .set({ asset_state: state })
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .execute()
  await beginPeriods(tx, row.company_id, [row.id], { state, at })
  await recordAudit(moverOf(parts, row), {
    action: 'takedown.checked',
    targetType: 'takedown',
    targetId: row.id,
    before: { assetState: row.asset_state },
    after: { assetState: state, remark: assetStateLabels[state] },
  })
  const data = { takedownId: row.id, threatId: row.threat_id, status: row.status }
  await publishEvents(tx, row.company_id, [{ type: 'takedown.changed', data }])
}

const moverOf = (parts: Parts, row: TakedownWithThreat): Mover => ({
  ...parts,
  company: { id: row.company_id },
  actor: null,
  ip: null,
  requestId: null,
})
