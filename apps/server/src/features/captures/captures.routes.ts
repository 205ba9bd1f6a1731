import { required } from '@signet/contract/narrow'
import { qaStages } from '@signet/contract/review/qa'
import type * as contract from '@signet/contract/takedowns/captures'
import type { Capture } from '@signet/contract/takedowns/captures'
import type { Context } from '../../app/context.ts'
import type { Handler } from '../../app/handler.ts'
import { AppError, found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { actorIn } from '../audit/history-text.ts'
import { recordAt, shownRecordAt } from '../threats/record-handlers.ts'
import { publishedScope, scopeOf, type ThreatScope } from '../threats/list/threat-filter.queries.ts'
import { findThreat, lockThreats } from '../threats/threats.queries.ts'
import { capturableStages } from './capture-refusal.ts'
import { addCapture, capturesOf, endLostCaptures, pageOf, toCaptures } from './captures.queries.ts'
import { captureJob } from './captures.jobs.ts'

/** @throws AppError `NOT_FOUND` if the threat is outside the company or not published */
export const listCaptures: Handler<typeof contract.listCaptures> = async (context, { params }) => {
  const { id } = await shownRecordAt(context, 'threat', params)
  return capturesIn(context, id)
}

/** @throws AppError `NOT_FOUND` if the threat is outside the company */
export const listCapturesInReview: Handler<typeof contract.listCapturesInReview> = async (context, { params }) => {
  const { id } = found(await findThreat(context.tx, scopeOf(context, 'threat', qaStages), params.threatId), 'record')
  return capturesIn(context, id)
}

const capturesIn = async (context: Context, threatId: string) =>
  toCaptures(context, await capturesOf(context.tx, context.company.id, threatId))

/**
 * Queues a capture of the page of a threat.
 *
 * @throws AppError `NOT_FOUND` if the threat is outside the company or not published; `CONFLICT` if look-ups are disabled, and for a threat
 *   without a page
 */
export const captureThreat: Handler<typeof contract.captureThreat> = async (context, { params }) => {
  const { id } = await recordAt(context, 'threat', params)
  return requestCapture(context, publishedScope(context, 'threat'), id)
}

/**
 * Queues a capture of the page of a threat before its publication.
 *
 * @throws AppError `NOT_FOUND` if the threat is outside the company, or neither in the queue nor on the watchlist; `CONFLICT` like
 *   `captureThreat`
 */
export const captureInReview: Handler<typeof contract.captureInReview> = async (context, { params }) => {
  const scope = scopeOf(context, 'threat', capturableStages)
  const { id } = found(await findThreat(context.tx, scope, params.threatId), 'record')
  return requestCapture(context, scope, id)
}

async function requestCapture(context: Context, scope: ThreatScope, id: string): Promise<Capture> {
  const { tx, company, actor } = context
  if (!context.installation.looksUp) throw new AppError('ENRICHMENT_OFF')
  // Locked, so that two clicks result in one capture.
  const [threat] = await lockThreats(tx, scope, [id])
  const address = threat && pageOf(threat)
  if (!address) throw new AppError('NO_PAGE_TO_CAPTURE')
  await endLostCaptures(tx, company.id, new Date())
  const added = await addCapture(tx, {
    companyId: company.id,
    threatId: id,
    address,
    trigger: 'requested',
    // Clients see it once the threat is published.
    requestedBy: actorIn({ by_role: actor.role, by_name: actor.name }) ?? actor.name,
  })
  if (added) {
    await recordAudit(context, { action: 'threat.captureRequested', targetType: 'threat', targetId: id })
    await context.enqueue(tx, captureJob, { companyId: company.id, captureId: added.id }, { isUrgent: true })
  }
  const row = added ?? (await capturesOf(tx, company.id, id)).find(({ ended_at: endedAt }) => endedAt === null)
  if (!row) throw new Error('the capture that was just added is not there')
  const [capture] = await toCaptures(context, [row])
  return required(capture, 'the capture')
}
