import type { triageThreat, triageThreats as triageMany } from '@signet/contract/threats'
import { AppError } from '../../errors.ts'
import type { Handler } from '../../http/mount-contract.ts'
import { publishedScope } from '../threats/threat-filter.ts'
import { countThreats, findThreat, idsOfThreats, toThreat, totalMax } from '../threats/threats.queries.ts'
import { triageThreats } from './triage-threats.ts'

const batchMax = 200
// A filter that now finds more than a twentieth more or fewer threats is not the one the person saw.
const countDriftMax = 0.05

/**
 * @throws AppError `NOT_FOUND` when the threat is outside the company or not published
 * @throws AppError `CONFLICT` when it has changed since it was read, or its case work has begun
 */
export const triageOne: Handler<typeof triageThreat> = async (context, { params, body }) => {
  const scope = publishedScope(context)
  const before = await findThreat(context.tx, scope, params.threatId, params.source)
  if (!before) throw new AppError('NOT_FOUND', 'There is no such threat.')
  const versions = new Map([[before.id, body.version]])
  const { failed } = await triageThreats(context, 'threat', [before.id], body.action, body.remark, versions)
  if (failed[0]) throw refusalOf(failed[0].code)
  const row = await findThreat(context.tx, scope, params.threatId)
  if (!row) throw new AppError('NOT_FOUND', 'There is no such threat.')
  return toThreat(row, context.fileHref)
}

function refusalOf(code: string): AppError {
  if (code === 'CASE_STARTED')
    return new AppError('CONFLICT', 'A notice has been sent, so the decision can no longer be taken back.')
  if (code === 'NOT_FOUND') return new AppError('NOT_FOUND', 'There is no such threat.')
  return new AppError('CONFLICT', 'Somebody changed this threat in the meantime. Reload it and decide again.')
}

export const triageSelection: Handler<typeof triageMany> = async (context, { body }) => {
  const { selection, action, remark } = body
  if ('ids' in selection) return triageThreats(context, 'threat', [...new Set(selection.ids)], action, remark)

  const scope = publishedScope(context)
  const filter = { ...selection.filter, except: selection.except }
  const count = await countThreats(context.tx, scope, filter)
  // Beyond this the count stops, so nobody could say how many threats the decision is about.
  if (count > totalMax) {
    throw new AppError('BAD_REQUEST', `At most ${totalMax} threats at once: narrow the filter.`, {
      details: [{ path: 'body.selection.filter', message: `finds more than ${totalMax} threats` }],
    })
  }
  if (Math.abs(count - selection.expectedCount) > selection.expectedCount * countDriftMax) {
    throw new AppError('SELECTION_MOVED', `The filter finds ${count} threats now.`, {
      details: [{ path: 'body.selection.expectedCount', message: String(count) }],
    })
  }
  if (count <= batchMax) {
    const ids = await idsOfThreats(context.tx, scope, filter, batchMax)
    return triageThreats(context, 'threat', ids, action, remark)
  }
  const jobId = await context.enqueue(context.tx, 'triage-selection', {
    companyId: context.company.id,
    userId: context.actor.userId,
    sessionId: context.actor.sessionId,
    requestId: context.requestId,
    ip: context.ip,
    filter: selection.filter,
    except: selection.except,
    action,
    remark,
  })
  return { done: [], failed: [], jobId }
}
