import {
  assetStateLabels,
  openTakedownStatuses,
  takedownFlow,
  type AssetState,
  type TakedownStatus,
} from '@signet/contract/takedowns'
import { hourMs, minuteMs } from '@signet/contract/time'
import { assetStateOf } from '@signet/detection'
import type { FollowLook } from '../../app/follow-look.ts'
import type { Enqueue } from '../../app/jobs.ts'
import type { Tx } from '../../db/database.ts'
import type { ThreatRow } from '../../db/rows.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { publishEvents } from '../notifications/live-events.queries.ts'
import { insertCheck, runOf } from './checks.queries.ts'
import { putMove, type Mover } from './put-move.ts'
import { findTakedown, watchHours, type TakedownWithThreat } from '../cases/takedowns.queries.ts'

/** A target that has just changed is looked at again after this. */
const certainInMs = 30 * minuteMs
/** Looks that far apart that agree are no hiccup of a server; a little less than the time between them. */
const certainAfterMs = 25 * minuteMs

/** What the product itself says of its moves; in the words of the portal as well. */
const notes = {
  offline_monitoring: 'Offline in two checks, 30 minutes apart',
  reopened: 'Reachable again in two checks, 30 minutes apart',
  resolved: 'Still offline at the end of monitoring',
} as const
type OwnMove = keyof typeof notes

/**
 * Keeps what a look at a domain says of the takedown of its threat, and moves the case when that is certain: offline once it has gone,
 * resolved when it stayed so for the time it is watched, reopened when it came back. What is sent, answered or given up is for people.
 *
 * An open case is looked at every hour. A resolved one goes on as its domain does, so that it does not come back unseen.
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
  const usualMs = usualMsOf(row.status)
  if (check.state === 'unknown') return usualMs
  const run = await runOf(tx, where, check.state)
  const since = run.since ?? now
  const isCertain = now.getTime() - since.getTime() >= certainAfterMs
  if (row.asset_state !== check.state && (isCertain || isFirst)) await putState(parts, row, check.state)
  if (!isCertain) {
    // Nothing follows from what was so before, nor from a first look.
    return row.asset_state === check.state || isFirst ? usualMs : certainInMs
  }
  const downAt = Date.parse(row.reached_at.offline_monitoring ?? '')
  const status = ownMove(row, threat, {
    state: check.state,
    // Somebody who called it offline while we could reach it all along knows more than we see.
    hasComeBack: run.hasOther && since.getTime() > downAt,
    isWatchOver: now.getTime() >= downAt + watchHours * hourMs,
  })
  if (!status) return usualMs
  await putMove(moverOf(parts, row), row, { status, note: notes[status] }, now)
  return usualMsOf(status)
}

const usualMsOf = (status: TakedownStatus) => (status === 'resolved' ? null : hourMs)

/** The open case of a threat, else the last resolved one while the decision is in force. Index: takedowns_threat. */
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

interface Certain {
  state: AssetState
  hasComeBack: boolean
  isWatchOver: boolean
}

/** Where the case goes by itself, if anywhere. */
function ownMove(
  { status }: TakedownWithThreat,
  threat: ThreatRow,
  { state, hasComeBack, isWatchOver }: Certain,
): OwnMove | null {
  const mayBe = (next: OwnMove) => (takedownFlow[status] as readonly string[]).includes(next)
  if (state === 'offline') {
    if (mayBe('offline_monitoring')) return 'offline_monitoring'
    return mayBe('resolved') && isWatchOver ? 'resolved' : null
  }
  const wasDown = status === 'offline_monitoring' || status === 'resolved'
  return state === 'active' && wasDown && hasComeBack && threat.status === 'takedown' ? 'reopened' : null
}

/** The state of the target is independent of the process: it changes neither the status nor the version of the case. */
async function putState(parts: Parts, row: TakedownWithThreat, state: AssetState): Promise<void> {
  const { tx } = parts
  await tx
    .updateTable('takedowns')
    .set({ asset_state: state })
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .execute()
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
