import { sql } from 'kysely'
import type * as contract from '@signet/contract/qa'
import type { QaStage, QAThreat } from '@signet/contract/qa'
import { severityRank } from '@signet/contract/severities'
import { sources } from '@signet/contract/sources'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Handler } from '../../http/mount-contract.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { detailOf } from '../threats/threat-detail.ts'
import {
  findThreat,
  listThreatRows,
  lockThreats,
  threatOptions,
  toThreat,
  type ListedRow,
} from '../threats/threats.queries.ts'
import { reviewScope, reviewThreats, type ReviewRefusal, type ReviewStep } from './review-threats.ts'

function toQaThreat(context: Context, row: ListedRow): QAThreat {
  return { ...toThreat(row, context.fileHref), ...stageOf(row) }
}

function stageOf(row: ListedRow) {
  return {
    stage: row.stage,
    stagedAt: row.staged_at.toISOString(),
    stagedBy: row.staged_by_name,
    autoFiltered: row.auto_filtered,
    ...(row.stage_reason ? { stageReason: row.stage_reason } : {}),
  }
}

function listOf(stage: QaStage): Handler<typeof contract.listQueued> {
  return async (context, { query }) => {
    const page = await listThreatRows(context.tx, reviewScope(context, [stage]), query, query)
    return { ...page, items: page.items.map((row) => toQaThreat(context, row)) }
  }
}
export const listQueued = listOf('queued')
export const listWatched = listOf('watchlist')
export const listDeletionQueue = listOf('deletionPending')
export const listDeleted = listOf('deleted')

async function threatOr404(context: Context, threatId: string): Promise<ListedRow> {
  const row = await findThreat(context.tx, reviewScope(context), threatId)
  if (!row) throw new AppError('NOT_FOUND', 'There is no such threat.')
  return row
}

export const getQueued: Handler<typeof contract.getQueued> = async (context, { params }) => {
  const row = await threatOr404(context, params.threatId)
  return { ...(await detailOf(context, reviewScope(context), row)), ...stageOf(row) } as contract.QADetail
}

const refusals: Record<ReviewRefusal, { code: 'NOT_FOUND' | 'CONFLICT' | 'BAD_REQUEST'; message: string }> = {
  NOT_FOUND: { code: 'NOT_FOUND', message: 'There is no such threat.' },
  CONFLICT: { code: 'CONFLICT', message: 'Somebody reviewed this threat in the meantime.' },
  REMARK_NEEDED: { code: 'BAD_REQUEST', message: 'Say why it should be deleted.' },
  OWN_REQUEST: { code: 'CONFLICT', message: 'You asked for this deletion; another reviewer must approve it.' },
}

/** One step on one threat; `body.version` must be the version last read. */
async function take(
  context: Context,
  threatId: string,
  step: ReviewStep,
  version: number,
  remark?: Parameters<typeof reviewThreats>[3],
): Promise<QAThreat> {
  const { failed } = await reviewThreats(context, [threatId], step, remark, new Map([[threatId, version]]))
  if (failed[0]) {
    const { code, message } = refusals[failed[0].code]
    const details = failed[0].code === 'REMARK_NEEDED' ? [{ path: 'body.remark', message: 'is needed' }] : undefined
    throw new AppError(code, message, details ? { details } : {})
  }
  return toQaThreat(context, await threatOr404(context, threatId))
}

function stepOf(step: ReviewStep): Handler<typeof contract.publishThreat> {
  return (context, { params, body }) =>
    take(context, params.threatId, step, body.version, body.remark ?? (body.reason ? { text: body.reason } : undefined))
}
export const publishThreat = stepOf('publish')
export const watchThreat = stepOf('watch')
export const unwatchThreat = stepOf('unwatch')
export const requestDeletion = stepOf('requestDeletion')
export const restoreThreat = stepOf('restore')
export const approveDeletion: Handler<typeof contract.approveDeletion> = (context, { params, body }) =>
  take(context, params.threatId, 'approveDeletion', body.version)
export const refuseDeletion: Handler<typeof contract.refuseDeletion> = (context, { params, body }) =>
  take(context, params.threatId, 'refuseDeletion', body.version)

export const reviewMany: Handler<typeof contract.reviewThreats> = (context, { body }) =>
  reviewThreats(
    context,
    [...new Set(body.ids)],
    body.action,
    body.remark ?? (body.reason ? { text: body.reason } : undefined),
  )

/** @throws AppError `CONFLICT` when the threat has changed since it was read */
export const correctThreat: Handler<typeof contract.correctThreat> = async (context, { params, body }) => {
  const [row] = await lockThreats(context.tx, reviewScope(context), [params.threatId])
  if (!row) throw new AppError('NOT_FOUND', 'There is no such threat.')
  if (row.version !== body.version) throw new AppError('CONFLICT', refusals.CONFLICT.message)
  if (
    body.threatType &&
    !(sources[row.source].types as readonly string[]).includes(body.threatType) &&
    body.threatType !== row.threat_type
  ) {
    throw new AppError('BAD_REQUEST', 'threatType must be a type of the source', {
      details: [{ path: 'body.threatType', message: `one of ${sources[row.source].types.join(', ')}` }],
    })
  }
  const after = {
    severity: body.severity ? severityRank[body.severity] : row.severity,
    threat_type: body.threatType ?? row.threat_type,
    category: body.category ?? row.category,
  }
  await context.tx
    .updateTable('threats')
    .set((set) => ({ ...after, version: set('version', '+', 1) }))
    .where('company_id', '=', context.company.id)
    .where('id', '=', row.id)
    .execute()
  await recordAudit(context, {
    action: 'threat.corrected',
    targetType: 'threat',
    targetId: row.id,
    before: { severity: row.severity, threatType: row.threat_type, category: row.category },
    after: { severity: after.severity, threatType: after.threat_type, category: after.category },
  })
  return toQaThreat(context, await threatOr404(context, row.id))
}

export const getQaDashboard: Handler<typeof contract.getQaDashboard> = async (context) => {
  const { tx, company, actor } = context
  const stages = await tx
    .selectFrom('threats')
    .select([
      'stage',
      (select) => select.fn.countAll<string>().as('count'),
      (select) => select.fn.min('first_seen').as('oldest'),
    ])
    .where('company_id', '=', company.id)
    .where('stage', 'in', ['queued', 'watchlist', 'deletionPending'])
    .where('auto_filtered', '=', false)
    .groupBy('stage')
    .execute()
  const of = (stage: QaStage) => stages.find((row) => row.stage === stage)
  const { rows } = await sql<{ published: string; mine: string }>`
    select count(*) filter (where action = 'qa.publish') as published, count(*) filter (where user_id = ${actor.userId}) as mine
    from audit where company_id = ${company.id} and at >= date_trunc('day', now()) and action like 'qa.%'`.execute(tx)
  const bySource = await threatOptions(tx, reviewScope(context, ['queued']), 'source', {})
  return {
    waiting: Number(of('queued')?.count ?? 0),
    watched: Number(of('watchlist')?.count ?? 0),
    deletionsWaiting: Number(of('deletionPending')?.count ?? 0),
    publishedToday: Number(rows[0]?.published ?? 0),
    reviewedTodayByMe: Number(rows[0]?.mine ?? 0),
    oldest: of('queued')?.oldest?.toISOString() ?? null,
    bySource: bySource.map(({ value, label, count }) => ({ key: value, label, count: count ?? 0 })),
  }
}

function optionsOf(kind: 'source' | 'type' | 'severity' | 'urlSource'): Handler<typeof contract.getQaSources> {
  return (context, { query }) =>
    threatOptions(context.tx, reviewScope(context, [query.stage]), kind, { threatSource: query.threatSource })
}
export const getQaSources = optionsOf('source')
export const getQaTypes = optionsOf('type')
export const getQaSeverities = optionsOf('severity')
export const getQaUrlSources = optionsOf('urlSource')
