import { isOneOf } from '@signet/contract/narrow'
import type { AssetState } from '@signet/contract/takedowns/asset-checks'
import { downTakedownStatuses, takedownFlow } from '@signet/contract/takedowns/takedown-status'
import { dayMs, hourMs, minuteMs, secondMs } from '@signet/contract/time'
import type { Words } from '@signet/contract/wire'
import { assetStateOf } from '@signet/detection'
import type { FollowCheck } from '../../../app/follow-check.ts'
import type { Enqueue } from '../../../app/jobs.ts'
import { clockFactorOf } from '../../../db/clock-factor.ts'
import type { Tx } from '../../../db/database.ts'
import type { ThreatRow } from '../../../db/rows.ts'
import { messageOf } from '../../../errors/sentences.ts'
import { asProduct, recordAudit } from '../../audit/audit.queries.ts'
import { publishTakedownChanged } from '../../notifications/live-events.queries.ts'
import { insertCheck, runOf, watchOf } from './checks.queries.ts'
import { isOwnOrAllowed } from './own-target.queries.ts'
import { beginPeriods } from '../../cases/takedown-periods.queries.ts'
import { putMove, type Mover } from '../put-move.ts'
import { repeatNotice } from '../notices/follow-up-notice.ts'
import { followedCase, setAssetState, type TakedownWithThreat } from '../../cases/takedowns.queries.ts'

/** Delay before a target that has just changed is checked again. */
const certainInMs = 30 * minuteMs
/** Checks at least this far apart with the same result rule out a temporary failure; a little less than the delay between them. */
const certainAfterMs = 25 * minuteMs

type OwnMove = { status: 'offline_monitoring' | 'reopened' | 'resolved'; words: Words }

/**
 * Stores the result of a domain check in the takedown of its threat, and moves the case when the result is confirmed: offline when the
 * target is gone, resolved when it stayed offline for the whole watch, reopened when it came back in any form and isn't the company's own
 * by now. People record what was sent, answered or given up.
 *
 * An open case is checked every hour at first, then less often. A resolved one is checked together with its domain, so that a relapse is
 * noticed.
 *
 * @param enqueue for the emails about a status change
 */
export const followTakedown =
  (enqueue: Enqueue): FollowCheck =>
  async (tx, threat, seen, now) => {
    const clockFactor = await clockFactorOf(tx)
    const nextMs = await follow({ tx, enqueue, clockFactor }, threat, seen, now)
    return nextMs === null || clockFactor === 1 ? nextMs : Math.max(nextMs / clockFactor, checkMsMin)
  }

/** An accelerated clock doesn't lead to more checks than this. */
const checkMsMin = secondMs

type Parts = Pick<Mover, 'tx' | 'enqueue'> & { clockFactor: number }
type Rest<F> = F extends (first: never, ...rest: infer R) => unknown ? R : never

async function follow(parts: Parts, ...[threat, seen, now]: Rest<FollowCheck>): Promise<number | null> {
  const { tx, clockFactor } = parts
  const elapsedMs = (from: Date | number) => (now.getTime() - Number(from)) * clockFactor
  const row = await followedCase(tx, threat)
  if (!row) return null
  const check = { at: now.toISOString(), ...assetStateOf(seen) }
  const where = { companyId: threat.company_id, takedownId: row.id }
  const isFirst = row.asset_state === 'unknown'
  await insertCheck(tx, where, check)
  const usualMs = againMsOf(row, elapsedMs)
  if (check.state === 'unknown') return usualMs
  const run = await runOf(tx, where, check.state)
  const since = run.since ?? now
  const isCertain = elapsedMs(since) >= certainAfterMs
  if (row.asset_state !== check.state && (isCertain || isFirst)) {
    await putState(parts, row, { state: check.state, at: since })
  }
  if (!isCertain) {
    // An unchanged state has no consequences, and neither does the first check.
    return row.asset_state === check.state || isFirst ? usualMs : certainInMs
  }
  const move = await ownMove(tx, row, threat, {
    state: check.state,
    since,
    hasOther: run.hasOther,
    now,
    elapsedMs,
    isSimulated: clockFactor !== 1,
  })
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
function againMsOf(
  { status, reached_at: reached, updated_at: updated }: TakedownWithThreat,
  elapsedMs: (from: Date) => number,
): number | null {
  if (status === 'resolved') return null
  const age = elapsedMs(new Date(reached[status] ?? updated))
  return delays.find(({ fromMs }) => age >= fromMs)?.delayMs ?? firstDelayMs
}

/** A state that two checks found. */
interface Certain {
  state: Exclude<AssetState, 'unknown'>
  since: Date
  /** Whether it was in another state before. */
  hasOther: boolean
  now: Date
  /** The time since an instant, on the clock of this installation. */
  elapsedMs: (from: Date | number) => number
  /** Whether that clock is accelerated, so that texts call its times simulated. */
  isSimulated: boolean
}

/** The status that the product sets automatically, if any. */
async function ownMove(
  tx: Tx,
  row: TakedownWithThreat,
  threat: ThreatRow,
  { state, since, hasOther, now, elapsedMs, isSimulated }: Certain,
): Promise<OwnMove | null> {
  const { status } = row
  const mayBe = (next: OwnMove['status']) => isOneOf(takedownFlow[status], next)
  const downAt = Date.parse(row.reached_at.offline_monitoring ?? '')
  if (state === 'offline') {
    if (mayBe('offline_monitoring'))
      return {
        status: 'offline_monitoring',
        words: messageOf(isSimulated ? 'TAKEDOWN_OFFLINE_SIMULATED' : 'TAKEDOWN_OFFLINE', {}),
      }
    const watchMs = row.watched_until ? row.watched_until.getTime() - downAt : Infinity
    // The target may have gone offline later than a person said.
    const offlineAt = Math.max(downAt, since.getTime())
    if (!mayBe('resolved') || now.getTime() < offlineAt + watchMs) return null
    const { checks } = await watchOf(tx, { companyId: row.company_id, takedownId: row.id }, new Date(offlineAt))
    const days = Math.floor(elapsedMs(offlineAt) / dayMs)
    return {
      status: 'resolved',
      words: messageOf(isSimulated ? 'TAKEDOWN_STAYED_OFFLINE_SIMULATED' : 'TAKEDOWN_STAYED_OFFLINE', { days, checks }),
    }
  }
  const wasDown = isOneOf(downTakedownStatuses, status)
  // If a person set the case to offline although every check reached the target, they know more than the checks show.
  const hasComeBack = hasOther && since.getTime() > downAt
  if (!wasDown || !hasComeBack || threat.status !== 'takedown') return null
  if (await isOwnOrAllowed(tx, threat, now)) return null
  return { status: 'reopened', words: messageOf(isSimulated ? 'TAKEDOWN_BACK_SIMULATED' : 'TAKEDOWN_BACK', { state }) }
}

async function putState(
  parts: Parts,
  row: TakedownWithThreat,
  { state, at }: { state: AssetState; at: Date },
): Promise<void> {
  const { tx } = parts
  await setAssetState(tx, row, state)
  await beginPeriods(tx, row.company_id, [row.id], { state, at })
  await recordAudit(moverOf(parts, row), {
    action: 'takedown.checked',
    targetType: 'takedown',
    targetId: row.id,
    before: { assetState: row.asset_state },
    after: { assetState: state, words: messageOf('TAKEDOWN_CHECKED', { state }) },
  })
  await publishTakedownChanged(tx, row.company_id, row)
}

const moverOf = (parts: Parts, row: TakedownWithThreat): Mover => ({
  ...parts,
  ...asProduct(parts.tx, row.company_id),
})
