import type { requestTakedown as contract } from '@signet/contract/takedowns/takedown-work'
import type { Handler } from '../../app/handler.ts'
import { AppError } from '../../errors.ts'
import { findTakedown, toTakedown } from '../cases/takedowns.queries.ts'
import { publishedScope } from '../threats/list/threat-filter.queries.ts'
import { findThreat } from '../threats/threats.queries.ts'
import { decideThreats } from './decide-threats.ts'

/**
 * Requests the takedown of a threat: the same decision as in the list, so the two can't differ.
 *
 * @throws AppError `NOT_FOUND` if the threat is outside the company or not published
 * @throws AppError `CONFLICT` if it already has a decision
 */
export const requestTakedown: Handler<typeof contract> = async (context, { body }) => {
  const remark = body.note ? ({ kind: 'custom', text: body.note } as const) : undefined
  // Touts are taken down like threats.
  const kind = context.company.modules['touts'] === true ? 'either' : 'threat'
  const { failed } = await decideThreats(context, kind, [body.threatId], 'takedown', { remark })
  if (failed[0]?.code === 'NOT_FOUND') throw new AppError('NOT_FOUND', { what: 'threat' })
  if (failed[0]) throw new AppError('DECIDED_ALREADY')
  const threat = await findThreat(context.tx, publishedScope(context, kind), body.threatId)
  const row = threat?.takedown ? await findTakedown(context.tx, context.company.id, threat.takedown.id) : null
  if (!row) throw new Error(`The takedown of ${body.threatId} was not opened`)
  return toTakedown(row, context.company)
}
