import { isOneOf } from '@signet/contract/narrow'
import {
  openTakedownStatuses,
  takedownStatusLabels,
  type TakedownStatus,
} from '@signet/contract/takedowns/takedown-status'
import { takedownWord } from '@signet/contract/threats/case-words'
import { dayMs } from '@signet/contract/time'
import type { Words } from '@signet/contract/wire'
import type { Context } from '../../app/context.ts'
import { AppError } from '../../errors.ts'
import { messageOf, wordsOf } from '../../errors/sentences.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { notifyCaseMoved } from '../notifications/notify-changes.ts'
import { watchSooner } from '../threats/found/domain-watches.queries.ts'
import { beginPeriods } from '../cases/takedown-periods.queries.ts'
import { policyInForce } from './following/takedown-policy.queries.ts'
import { cancelNotices, setTakedownStatus, type TakedownWithThreat } from '../cases/takedowns.queries.ts'

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
    remark,
    words,
    reference,
    isManual = false,
  }: {
    status: TakedownStatus
    remark?: string | undefined
    /** The remark on a move of the product itself. */
    words?: Words
    reference?: string | undefined
    /** Whether a person sets it although nothing recorded in the case says so; `remark` is then the reason. */
    isManual?: boolean
  },
  now: Date,
): Promise<void> {
  const { tx, company } = mover
  const { watchDays } = await policyInForce(tx, company.id)
  const isMoved = await setTakedownStatus(tx, row, {
    status,
    at: now,
    watchedUntil: status === 'offline_monitoring' ? new Date(now.getTime() + watchDays * dayMs) : null,
    ...(reference === undefined ? {} : { reference: reference || null }),
    setManually: isManual ? { by: mover.actor?.name ?? '', reason: remark ?? '' } : null,
  })
  if (!isMoved) throw new AppError('STALE_VERSION', { what: 'takedown' })
  await beginPeriods(tx, company.id, [row.id], { status, at: now })
  await recordAudit(mover, {
    action: 'takedown.moved',
    targetType: 'takedown',
    targetId: row.id,
    before: { status: row.status, ...(reference === undefined ? {} : { reference: row.reference }) },
    after: {
      status,
      ...(reference === undefined ? {} : { reference: reference || null }),
      ...(remark ? { remark } : {}),
      ...(words ? { words: wordsOf(words) } : {}),
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
    sentence: messageOf('CASE_MOVED', {
      case: takedownWord([row.source]),
      title: row.title,
      status: takedownStatusLabels[status],
    }),
  })
}
