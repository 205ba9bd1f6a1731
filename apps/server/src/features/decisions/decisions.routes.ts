import type { BodyOf } from '@signet/contract/route'
import type { AnySource, Kind, ThreatSource } from '@signet/contract/threats/sources'
import type { decideThreat as contract, decideThreats as decideMany, Threat } from '@signet/contract/threats/threats'
import type { ToutSource } from '@signet/contract/touts/tout-sources'
import type { decideTout as toutContract } from '@signet/contract/touts/touts'
import { decideSelectionJob } from './decisions.jobs.ts'
import type { Handler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import { totalMax } from '../../db/capped-page.ts'
import { AppError } from '../../errors.ts'
import { endOf } from '../allow-list/end-of.ts'
import { assigneesOfThreats, recordAt, type RecordPath } from '../threats/record-handlers.ts'
import { publishedScope } from '../threats/list/threat-filter.queries.ts'
import { countSelected } from '../threats/list/count-selected.ts'
import { idsOfThreats, toThreat } from '../threats/threats.queries.ts'
import { decideThreats } from './decide-threats.ts'

const batchMax = 200

/**
 * @throws AppError `NOT_FOUND` if the threat is outside the company or not published
 * @throws AppError `CONFLICT` if it has changed since it was read, or work on its case has begun
 */
function decideOf<S extends AnySource>(kind: Kind) {
  return async (
    context: Context,
    { params, body }: { params: RecordPath; body: BodyOf<typeof contract> },
  ): Promise<Threat<S>> => {
    const before = await recordAt(context, kind, params)
    const versions = new Map([[before.id, body.version]])
    const details = { remark: body.remark, versions, until: untilOf(body) }
    const { failed } = await decideThreats(context, kind, [before.id], body.action, details)
    if (failed[0]) throw refusalOf(failed[0].code)
    const row = await recordAt(context, kind, params)
    const assignedTo = await assigneesOfThreats(context, [row])
    return Object.assign(toThreat<S>(row, context.fileHref), assignedTo(row))
  }
}
export const decideThreat: Handler<typeof contract> = decideOf<ThreatSource>('threat')
export const decideTout: Handler<typeof toutContract> = decideOf<ToutSource>('tout')

/** @throws AppError `BAD_REQUEST` for a day in the past, and for a decision other than whitelisting */
function untilOf({ action, until }: Pick<BodyOf<typeof contract>, 'action' | 'until'>): Date | null {
  if (!until) return null
  if (action !== 'whitelist') throw new AppError('UNTIL_NOT_ALLOWED', {}, { at: 'body.until' })
  return endOf(until)
}

function refusalOf(code: string): AppError {
  if (code === 'CASE_STARTED') return new AppError('NOTICE_SENT')
  if (code === 'NOT_FOUND') return new AppError('NOT_FOUND', { what: 'threat' })
  return new AppError('STALE_VERSION', { what: 'threat' })
}

export const decideSelection: Handler<typeof decideMany> = async (context, { body }) => {
  const { selection, action, remark, kind = 'threat' } = body
  const scope = { ...publishedScope(context, kind), kind }
  const versions = body.versions && new Map(Object.entries(body.versions))
  const details = { remark, versions, until: untilOf(body) }
  if ('ids' in selection) return decideThreats(context, kind, [...new Set(selection.ids)], action, details)

  const filter = { ...selection.filter, except: selection.except }
  const count = await countSelected(context.tx, scope, selection, totalMax)
  if (count <= batchMax) {
    const ids = await idsOfThreats(context.tx, scope, filter, batchMax)
    return decideThreats(context, kind, ids, action, details)
  }
  const jobId = await context.enqueue(context.tx, decideSelectionJob, {
    companyId: context.company.id,
    userId: context.actor.userId,
    sessionId: context.actor.sessionId,
    requestId: context.requestId,
    ip: context.ip,
    kind,
    filter: selection.filter,
    except: selection.except,
    action,
    remark,
    ...(details.until ? { until: details.until.toISOString() } : {}),
  })
  return { done: [], versions: {}, failed: [], jobId }
}
