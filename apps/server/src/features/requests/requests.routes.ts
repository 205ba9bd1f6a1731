import { randomUUID } from 'node:crypto'
import { can } from '@signet/contract/access/permissions'
import { isOneOf } from '@signet/contract/narrow'
import type * as contract from '@signet/contract/requests/requests'
import {
  requestFlow,
  requestStatusLabels,
  type RequestDetail,
  type RequestReport,
  type RequestStatus,
} from '@signet/contract/requests/requests'
import type { Sentence } from '@signet/contract/wire'
import type { Handler, IdentityHandler } from '../../app/handler.ts'
import type { Context, IdentityContext } from '../../app/context.ts'
import { AppError, found } from '../../errors.ts'
import { messageOf } from '../../errors/sentences.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { filesOf, filesOfMany, insertFile } from '../evidence/files.queries.ts'
import { publishEvent } from '../notifications/live-events.queries.ts'
import { applyNotificationRules } from '../notifications/apply-notification-rules.ts'
import { notify } from '../notifications/notify.ts'
import { progressOfThreat } from '../threats/found/threats-in-review.queries.ts'
import { findColleague } from './find-colleague.queries.ts'
import { readRequestJob } from './requests.jobs.ts'
import {
  changeRequest,
  findRequest,
  insertMessage,
  insertRequest,
  listRequestRows,
  lockRequest,
  messagesOf,
  threatsOfRequest,
  toRequest,
  type RequestRow,
} from './requests.queries.ts'

export const listRequests: Handler<typeof contract.listRequests> = async (context, { query }) => {
  const page = await listRequestRows(context.tx, context.company.id, query)
  const files = await filesOfMany(
    context,
    'request',
    page.items.map(({ id }) => id),
  )
  return { ...page, items: page.items.map((row) => toRequest(row, context.company, files.get(row.id) ?? [])) }
}

export const addRequest: Handler<typeof contract.addRequest> = async (context, { body, files }) => {
  const { tx, company, actor } = context
  const { kind, subject, text, links = [], source = null, severity = null } = body
  const id = randomUUID()
  const by = { created_by: actor.userId, created_by_name: actor.name }
  await insertRequest(tx, company.id, { id, kind, subject, text, links, source, severity, ...by })
  for (const file of files) await insertFile(context, { owner: 'request', ownerId: id, ...file })
  await recordAudit(context, {
    action: 'request.added',
    targetType: 'request',
    targetId: id,
    after: { kind, subject, files: files.map(({ name, sha256 }) => ({ name, sha256 })) },
  })
  const title = messageOf('REQUEST_NEW', { subject })
  await notifyOthers(context, { id, subject }, 'open', title)
  if (kind === 'threat') await context.enqueue(tx, readRequestJob, { companyId: company.id, requestId: id })
  const href = `/addRequest/${id}`
  await applyNotificationRules(context, 'requestAdded', [{ cause: id, title, href }])
  return detailOf(context, id)
}

/** @throws AppError `NOT_FOUND` if the request is outside the company */
export const getRequest: Handler<typeof contract.getRequest> = (context, { params }) =>
  detailOf(context, params.requestId)

/**
 * @throws AppError `NOT_FOUND` if the request is outside the company
 * @throws AppError `CONFLICT` if it was declined: only the provider can reopen it
 */
export const answerRequest: Handler<typeof contract.answerRequest> = async (context, { params, body }) => {
  const { tx, company, actor } = context
  const row = found(await lockRequest(tx, company.id, params.requestId), 'request')
  const isStaff = can(actor.role, 'requests:move')
  if (row.status === 'declined' && !isStaff) {
    throw new AppError('REQUEST_DECLINED')
  }
  const by = { by_user: actor.userId, by_name: actor.name, is_staff: isStaff }
  await insertMessage(tx, company.id, row.id, { ...by, text: body.text })
  const isTakenUp = !isStaff && (row.status === 'waiting' || row.status === 'done')
  await changeRequest(tx, row, { isAnswered: true, ...(isTakenUp ? { status: 'inProgress' } : {}) })
  await recordAudit(context, {
    action: 'request.answered',
    targetType: 'request',
    targetId: row.id,
    ...(isTakenUp ? { before: { status: row.status }, after: { status: 'inProgress' } } : {}),
  })
  await notifyOthers(
    context,
    row,
    isTakenUp ? 'inProgress' : row.status,
    messageOf('REQUEST_COMMENTED', { subject: row.subject, name: actor.name }),
  )
  return detailOf(context, row.id)
}

/**
 * @throws AppError `NOT_FOUND` if the request is outside the company
 * @throws AppError `BAD_REQUEST` if the assignee may not work on requests of the company
 * @throws AppError `CONFLICT` if it has changed since it was read, or the status doesn't follow
 */
export const moveRequest: IdentityHandler<typeof contract.moveRequest> = {
  withIdentity: async (context, { params, body }) => {
    const { tx, company } = context
    const row = found(await lockRequest(tx, company.id, params.requestId), 'request')
    if (row.version !== body.version) {
      throw new AppError('STALE_VERSION', { what: 'request' })
    }
    refuseWrongStep(row, body.status)
    // Missing: unchanged; null: unassigned.
    const wanted = body.assignee
    const assignee = typeof wanted === 'string' ? await colleagueOf(context, wanted) : wanted
    await changeRequest(tx, row, { status: body.status, assignee })
    await recordAudit(context, {
      action: 'request.moved',
      targetType: 'request',
      targetId: row.id,
      before: { status: row.status, assignee: row.assignee_name },
      after: { status: body.status, assignee: assignee === undefined ? row.assignee_name : (assignee?.name ?? null) },
    })
    const isMoved = body.status !== row.status
    const title = messageOf('REQUEST_MOVED', { subject: row.subject, status: requestStatusLabels[body.status] })
    await notifyOthers(context, row, body.status, isMoved ? title : null)
    return detailOf(context, row.id)
  },
}

/**
 * Sends the status of a request on the live channel, and notifies everyone who can use requests of the company, except the actor.
 *
 * @param title of the notification; null if there is nothing to report
 */
async function notifyOthers(
  context: Context,
  request: { id: string; subject: string },
  status: RequestStatus,
  title: Sentence | null,
): Promise<void> {
  const companyId = context.company.id
  await publishEvent(context.tx, {
    companyId,
    type: 'request.changed',
    data: { requestId: request.id, status },
  })
  if (title === null) return
  await notify(context.tx, {
    companyId,
    audience: { permission: 'requests:read' },
    type: 'request',
    title,
    href: `/addRequest/${request.id}`,
    except: context.actor.userId,
  })
}

/** The same status is allowed: then only the assignee changes. */
function refuseWrongStep(row: RequestRow, to: RequestStatus): void {
  if (to === row.status || isOneOf(requestFlow[row.status], to)) return
  throw new AppError('STATUS_NOT_ALLOWED', {
    what: 'request',
    from: requestStatusLabels[row.status],
    to: requestStatusLabels[to],
  })
}

async function colleagueOf(context: IdentityContext, userId: string): Promise<{ id: string; name: string }> {
  const colleague = await context.identity((tx) => findColleague(tx, context.company.id, userId))
  if (colleague && can(colleague.role, 'requests:move')) return colleague
  throw new AppError('ASSIGNEE_NOT_ALLOWED', {}, { at: 'body.assignee' })
}

async function detailOf(context: Context, requestId: string): Promise<RequestDetail> {
  const { tx, company } = context
  const row = found(await findRequest(tx, company.id, requestId), 'request')
  const messages = await messagesOf(tx, company.id, row.id)
  return {
    ...toRequest(row, company, await filesOf(context, 'request', row.id)),
    messages: messages.map((message) => ({
      id: message.id,
      at: message.at.toISOString(),
      by: message.by_name,
      isStaff: message.is_staff,
      text: message.text,
    })),
    ...(row.kind === 'threat' ? { report: await reportOf(context, row) } : {}),
  }
}

async function reportOf({ tx, company }: Context, row: RequestRow): Promise<RequestReport> {
  const threats = await threatsOfRequest(tx, company.id, row.id)
  return {
    isRead: row.read_at !== null,
    threats: threats.map((threat) => ({
      id: threat.id,
      source: threat.source,
      title: threat.title,
      progress: progressOfThreat(threat),
      isPublished: threat.stage === 'published',
    })),
    suppressed: row.suppressed,
  }
}
