import type * as contract from '@signet/contract/threats/observations'
import { qaStages } from '@signet/contract/review/qa'
import type { Handler } from '../../app/handler.ts'
import { found } from '../../errors.ts'
import { hostOfThreat } from '../threats/found/domain-watches.queries.ts'
import { shownRecordAt } from '../threats/record-handlers.ts'
import { scopeOf } from '../threats/list/threat-filter.queries.ts'
import { findThreat } from '../threats/threats.queries.ts'
import { observationsOf } from '../evidence/observations.queries.ts'

/** @throws AppError `NOT_FOUND` if the threat is outside the company or not published */
export const getObservations: Handler<typeof contract.getObservations> = async (context, { params }) => {
  const row = await shownRecordAt(context, 'threat', params)
  return observationsOf(context.tx, context.company.id, { id: row.id, host: hostOfThreat(row) })
}

/** @throws AppError `NOT_FOUND` if the threat is outside the company */
export const getObservationsForReview: Handler<typeof contract.getObservationsForReview> = async (
  context,
  { params },
) => {
  const row = found(await findThreat(context.tx, scopeOf(context, 'threat', qaStages), params.threatId), 'record')
  return observationsOf(context.tx, context.company.id, { id: row.id, host: hostOfThreat(row) })
}
