import { required } from '@signet/contract/narrow'
import type * as contract from '@signet/contract/takedowns/captures'
import type { Handler } from '../../app/handler.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { recordAt, shownRecordAt } from '../threats/record-handlers.ts'
import { publishedScope } from '../threats/list/threat-filter.queries.ts'
import { lockThreats } from '../threats/threats.queries.ts'
import { addCapture, capturesOf, endLostCaptures, pageOf, toCaptures } from './captures.queries.ts'
import { captureJob } from './captures.jobs.ts'

/** @throws AppError `NOT_FOUND` if the threat is outside the company or not published */
export const listCaptures: Handler<typeof contract.listCaptures> = async (context, { params }) => {
  const { id } = await shownRecordAt(context, 'threat', params)
  return toCaptures(context, await capturesOf(context.tx, context.company.id, id))
}

/**
 * Queues a capture of the page of a threat.
 *
 * @throws AppError `NOT_FOUND` if the threat is outside the company or not published; `CONFLICT` if look-ups are disabled, and for a threat
 *   without a page
 */
export const captureThreat: Handler<typeof contract.captureThreat> = async (context, { params }) => {
  const { tx, company, actor } = context
  const { id } = await recordAt(context, 'threat', params)
  if (!context.installation.looksUp) throw new AppError('ENRICHMENT_OFF')
  // Locked, so that two clicks result in one capture.
  const [threat] = await lockThreats(tx, publishedScope(context, 'threat'), [id])
  const address = threat && pageOf(threat)
  if (!address) throw new AppError('NO_PAGE_TO_CAPTURE')
  await endLostCaptures(tx, company.id, new Date())
  const added = await addCapture(tx, {
    companyId: company.id,
    threatId: id,
    address,
    trigger: 'requested',
    requestedBy: actor.name,
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
