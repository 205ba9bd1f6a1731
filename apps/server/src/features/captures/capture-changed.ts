import { assetStateOf } from '@signet/detection'
import type { FollowCheck } from '../../app/follow-check.ts'
import type { Enqueue } from '../../app/jobs.ts'
import { captureJob } from './captures.jobs.ts'
import { addCapture, captureCounts, pageOf, putSeenState } from './captures.queries.ts'

/** A target that changes all the time is captured often enough. */
const perDayMax = 6

/** Queues a capture when a check finds a target in another state, if it was captured before or is being taken down. */
export const captureChanged =
  (enqueue: Enqueue): FollowCheck =>
  async (tx, threat, seen, now) => {
    const { state } = assetStateOf(seen)
    if (state === 'unknown') return null
    const before = await putSeenState(tx, threat, state)
    if (before === null || before === state) return null
    const { all, changedToday } = await captureCounts(tx, threat, now)
    const address = pageOf(threat)
    if (!address || changedToday >= perDayMax || (all === 0 && threat.status !== 'takedown')) return null
    const { company_id: companyId, id: threatId } = threat
    const added = await addCapture(tx, { companyId, threatId, address, trigger: 'changed' })
    if (added) await enqueue(tx, captureJob, { companyId, captureId: added.id })
    return null
  }
