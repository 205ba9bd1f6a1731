import { isOneOf } from '@signet/contract/narrow'
import type { BodyOf } from '@signet/contract/route'
import type * as contract from '@signet/contract/takedowns/takedown-work'
import { takedownFlow, takedownStatusLabels } from '@signet/contract/takedowns/takedown-status'
import type { Handler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import { AppError, found } from '../../errors.ts'
import { hasOtherOpenCase, lockTakedown } from '../cases/takedowns.queries.ts'
import { publishedScope } from '../threats/list/threat-filter.queries.ts'
import { lockThreats } from '../threats/threats.queries.ts'
import { putMove } from './put-move.ts'
import { isShownByCase } from './status-facts.ts'
import { takedownDetail, takedownOf } from './takedown-detail.ts'

/**
 * Moves a takedown along its flow.
 *
 * @throws AppError `NOT_FOUND` if the takedown is outside the company
 * @throws AppError `BAD_REQUEST` if nothing recorded in the case shows that the status is true, and no reason was entered
 * @throws AppError `CONFLICT` if it has changed since it was read, the status doesn't follow, or it can't be reopened because the client
 *   has withdrawn the decision or another case of the threat is open
 */
export const moveTakedown: Handler<typeof contract.moveTakedown> = async (context, { params, body }) => {
  await move(context, params.takedownId, body)
  return takedownDetail(context, params.takedownId)
}

/** Reopens a takedown: the same status change with a reason, for everyone who can request takedowns. */
export const reopenTakedown: Handler<typeof contract.reopenTakedown> = async (context, { params, body }) => {
  await move(context, params.takedownId, { status: 'reopened', note: body.reason, version: body.version })
  return takedownDetail(context, params.takedownId)
}

/**
 * The client's authorisation of a takedown that the provider proposed.
 *
 * @throws AppError `CONFLICT` if it isn't waiting for one
 */
export const authoriseTakedown: Handler<typeof contract.authoriseTakedown> = async (context, { params, body }) => {
  const row = await takedownOf(context, params.takedownId)
  if (row.status !== 'awaiting_authorisation') {
    throw new AppError('NOT_AWAITING_AUTHORISATION')
  }
  await move(context, row.id, { status: 'authorised', version: body.version })
  return takedownDetail(context, row.id)
}

async function move(
  context: Context,
  takedownId: string,
  { status, note: remark, reference, version }: BodyOf<typeof contract.moveTakedown>,
): Promise<void> {
  const { tx, company } = context
  const row = found(await lockTakedown(tx, company.id, takedownId), 'takedown')
  if (row.version !== version) throw new AppError('STALE_VERSION', { what: 'takedown' })
  if (!isOneOf(takedownFlow[row.status], status))
    throw new AppError('STATUS_NOT_ALLOWED', {
      what: 'takedown',
      from: takedownStatusLabels[row.status],
      to: takedownStatusLabels[status],
    })
  if (status === 'reopened') {
    const [threat] = await lockThreats(tx, publishedScope(context, 'either'), [row.threat_id])
    if (threat?.status !== 'takedown') throw new AppError('DECISION_UNDONE')
    if (await hasOtherOpenCase(tx, row)) throw new AppError('OTHER_TAKEDOWN_OPEN')
  }
  const isManual = !(await isShownByCase(tx, row, status))
  if (isManual && !remark) throw new AppError('STATUS_REASON_MISSING', {}, { at: 'body.note' })

  await putMove(context, row, { status, remark, reference, isManual }, new Date())
}
