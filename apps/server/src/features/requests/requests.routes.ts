import { randomUUID } from 'node:crypto'
import { can } from '@signet/contract/access/permissions'
import { isOneOf } from '@signet/contract/narrow'
import type * as contract from '@signet/contract/requests/requests'
import {
  knownThreatsMax,
  requestFlow,
  openRequestStatuses,
  requestStatusLabels,
  type KnownThing,
  type RequestDetail,
  type RequestReport,
  type RequestStatus,
} from '@signet/contract/requests/requests'
import { dayMs } from '@signet/contract/time'
import type { File, Sentence } from '@signet/contract/wire'
import { normaliseName } from '@signet/detection'
import type { Handler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import { numbersOf } from '../../db/threat-numbers.queries.ts'
import { AppError, found } from '../../errors.ts'
import { messageOf } from '../../errors/sentences.ts'
import { assigneeNamed, assigneesOf, putAssignments } from '../assignees/assignments.queries.ts'
import { dayIn, endOfDay, zoneOfCompany } from '../companies/company-zone.ts'
import { protectedNames } from '../companies/watched-brands.queries.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { filesOf, filesOfMany, insertFile, refuseTooManyFiles } from '../evidence/files.queries.ts'
import { publishEvent } from '../notifications/live-events.queries.ts'
import { applyNotificationRules } from '../notifications/apply-notification-rules.ts'
import { notifyAssigned, notifyMentioned } from '../notifications/notify-person.ts'
import { notify } from '../notifications/notify.ts'
import { progressOfThreat, type ThreatInReview } from '../threats/found/threats-in-review.queries.ts'
import { publishedScope } from '../threats/list/threat-filter.queries.ts'
import { threatsContaining } from '../threats/threats.queries.ts'
import { readRequestJob } from './requests.jobs.ts'
import {
  changeRequest,
  companyOfRequest,
  findRequest,
  insertMessage,
  insertRequest,
  listRequestRows,
  lockRequest,
  messagesOf,
  requestDueFigures,
  setRequestDue,
  threatsOfRequests,
  toRequest,
  type RequestRow,
} from './requests.queries.ts'

export const listRequests: Handler<typeof contract.listRequests> = async (context, { query }) => {
  const page = await listRequestRows(context.tx, { companyId: context.company.id, userId: context.actor.userId }, query)
  const ids = page.items.map(({ id }) => id)
  const files = await filesOfMany(context, 'request', ids)
  const assignees = await assigneesOf(context.tx, context.company.id, 'request', ids)
  const threats = await threatsOfRequests(context.tx, context.company.id, ids)
  const zone = await zoneOfCompany(context.tx, context.company.id)
  const toItem = (row: RequestRow) =>
    toRequest(row, context.company, {
      zone,
      files: files.get(row.id) ?? [],
      assignedTo: assignees.get(row.id),
      threats: threats.get(row.id),
    })
  return { ...page, items: page.items.map(toItem) }
}

/** @throws AppError `REPORT_EMPTY` for a report of a threat without a text, link or file */
export const addRequest: Handler<typeof contract.addRequest> = async (context, { body, files }) => {
  const { tx, company, actor } = context
  const { kind, subject, text, links = [], source = null, severity = null } = body
  if (text === '' && links.length === 0 && files.length === 0) {
    throw new AppError('REPORT_EMPTY', {}, { at: 'body.text' })
  }
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

const hostOf = (name: string): string => normaliseName(name)?.host ?? name

export const findKnownThreats: Handler<typeof contract.findKnownThreats> = async (context, { query }) => {
  const scope = publishedScope(context)
  const official = (await protectedNames(context.tx, context.company.id)).map(hostOf)
  const known: (Omit<KnownThing, 'threats'> & { threats: Omit<KnownThing['threats'][number], 'number'>[] })[] = []
  for (const word of new Set(query.words?.filter((asked) => asked.trim() !== ''))) {
    // Threats imitate the company, so many contain the name of its own site.
    if (official.some((domain) => `.${hostOf(word)}`.endsWith(`.${domain}`))) {
      known.push({ word, threats: [], hasMore: false, isOfficial: true })
      continue
    }
    const threats = await threatsContaining(context.tx, scope, word, knownThreatsMax + 1)
    if (threats.length > 0)
      known.push({
        word,
        threats: threats.slice(0, knownThreatsMax),
        hasMore: threats.length > knownThreatsMax,
      })
  }
  const ids = known.flatMap(({ threats }) => threats.map(({ id }) => id))
  const numbers = await numbersOf(context.tx, context.company.id, ids)
  return known.map(({ threats, ...thing }) => ({
    ...thing,
    threats: threats.map((threat) => ({ ...threat, number: numbers.get(threat.id) ?? '' })),
  }))
}

/** @throws AppError `NOT_FOUND` if the request is outside the company */
export const getRequest: Handler<typeof contract.getRequest> = (context, { params }) =>
  detailOf(context, params.requestId)

/** @throws AppError `NOT_FOUND` if the request is outside the companies */
export const findRequestCompany: Handler<typeof contract.findRequestCompany> = async (context, { params }) => {
  const ids = context.companies.map(({ id }) => id)
  const companyId = found(await companyOfRequest(context.tx, ids, params.requestId), 'request')
  const { key, name } = found(
    context.companies.find(({ id }) => id === companyId),
    'request',
  )
  return { company: key, name }
}

/**
 * @throws AppError `NOT_FOUND` if the request is outside the company
 * @throws AppError `CONFLICT` if it was declined: only the provider can reopen it, and if it has too many files
 */
export const answerRequest: Handler<typeof contract.answerRequest> = async (context, { params, body, files }) => {
  const { tx, company, actor } = context
  const row = found(await lockRequest(tx, company.id, params.requestId), 'request')
  const isStaff = can(actor.role, 'requests:move')
  if (row.status === 'declined' && !isStaff) {
    throw new AppError('REQUEST_DECLINED')
  }
  const by = { by_user: actor.userId, by_name: actor.name, is_staff: isStaff }
  if (files.length > 0) await refuseTooManyFiles(context, 'request', row.id)
  const added: File[] = []
  for (const file of files) added.push(await insertFile(context, { owner: 'request', ownerId: row.id, ...file }))
  // Files of a message have its time, by which they are found.
  const at = added[0] ? { at: new Date(added[0].createdAt) } : {}
  await insertMessage(tx, company.id, row.id, { ...by, text: body.text, ...at })
  const isTakenUp = !isStaff && (row.status === 'waiting' || row.status === 'done')
  await changeRequest(tx, row, { isAnswered: true, ...(isTakenUp ? { status: 'inProgress' } : {}) })
  await recordAudit(context, {
    action: 'request.answered',
    targetType: 'request',
    targetId: row.id,
    ...(isTakenUp ? { before: { status: row.status } } : {}),
    after: {
      ...(isTakenUp ? { status: 'inProgress' } : {}),
      ...(files.length > 0 ? { files: files.map(({ name, sha256 }) => ({ name, sha256 })) } : {}),
    },
  })
  await notifyOthers(
    context,
    row,
    isTakenUp ? 'inProgress' : row.status,
    messageOf('REQUEST_COMMENTED', { subject: row.subject, name: actor.name }),
  )
  await notifyMentioned(context, body.text, { kind: 'request', title: row.subject, href: `/addRequest/${row.id}` })
  return detailOf(context, row.id)
}

/**
 * @throws AppError `NOT_FOUND` if the request is outside the company
 * @throws AppError like `assigneeNamed`
 * @throws AppError `CONFLICT` if it has changed since it was read, or the status doesn't follow
 */
export const moveRequest: Handler<typeof contract.moveRequest> = async (context, { params, body }) => {
  const { tx, company } = context
  const row = found(await lockRequest(tx, company.id, params.requestId), 'request')
  if (row.version !== body.version) {
    throw new AppError('STALE_VERSION', { what: 'request' })
  }
  refuseWrongStep(row, body.status)
  // Missing: unchanged; null: unassigned.
  const wanted = body.assignee
  const person = typeof wanted === 'string' ? await assigneeNamed(context, 'request', wanted) : wanted
  await changeRequest(tx, row, { status: body.status })
  const [before] = person === undefined ? [] : (await putAssignments(context, 'request', [row.id], person)).values()
  await recordAudit(context, {
    action: 'request.moved',
    targetType: 'request',
    targetId: row.id,
    before: { status: row.status, ...(before === undefined ? {} : { assignee: before }) },
    after: { status: body.status, ...(before === undefined ? {} : { assignee: person?.name ?? null }) },
  })
  if (person && before !== undefined) {
    const href = `/addRequest/${row.id}`
    await notifyAssigned(context, person.id, [{ kind: 'request', title: row.subject, href }], { href })
  }
  const isMoved = body.status !== row.status
  const title = messageOf('REQUEST_MOVED', { subject: row.subject, status: requestStatusLabels[body.status] })
  await notifyOthers(context, row, body.status, isMoved ? title : null)
  return detailOf(context, row.id)
}

/**
 * @throws AppError `NOT_FOUND` if the request is outside the company
 * @throws AppError `CONFLICT` if it has changed since it was read, or is completed or declined
 */
export const changeRequestDue: Handler<typeof contract.changeRequestDue> = async (context, { params, body }) => {
  const { tx, company, actor } = context
  const row = found(await lockRequest(tx, company.id, params.requestId), 'request')
  if (row.version !== body.version) throw new AppError('STALE_VERSION', { what: 'request' })
  if (!isOneOf(openRequestStatuses, row.status)) throw new AppError('REQUEST_CLOSED')
  const zone = await zoneOfCompany(tx, company.id)
  await setRequestDue(tx, row, endOfDay(body.dueOn, zone))
  const by = { by_user: actor.userId, by_name: actor.name, is_staff: true }
  await insertMessage(tx, company.id, row.id, { ...by, text: body.reason })
  await recordAudit(context, {
    action: 'request.dueChanged',
    targetType: 'request',
    targetId: row.id,
    before: { dueOn: dayIn(row.due_at, zone) },
    after: { dueOn: body.dueOn, remark: body.reason },
  })
  await notifyOthers(context, row, row.status, messageOf('REQUEST_DUE_CHANGED', { subject: row.subject }))
  return detailOf(context, row.id)
}

export const getRequestDueFigures: Handler<typeof contract.getRequestDueFigures> = ({ tx, company }, { query }) =>
  requestDueFigures(tx, company.id, new Date(Date.now() - query.daysBack * dayMs))

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

async function detailOf(context: Context, requestId: string): Promise<RequestDetail> {
  const { tx, company } = context
  const row = found(await findRequest(tx, company.id, requestId), 'request')
  const messages = await messagesOf(tx, company.id, row.id)
  const threats = (await threatsOfRequests(tx, company.id, [row.id])).get(row.id) ?? []
  const files = await filesOf(context, 'request', row.id)
  // All files of one message are written by one transaction, whose time they and the message have.
  const sentAt = (at: Date) => files.filter(({ createdAt }) => createdAt === at.toISOString())
  return {
    ...toRequest(row, company, {
      zone: await zoneOfCompany(tx, company.id),
      files,
      assignedTo: (await assigneesOf(tx, company.id, 'request', [row.id])).get(row.id),
      threats,
    }),
    messages: messages.map((message) => ({
      id: message.id,
      at: message.at.toISOString(),
      by: message.by_name,
      isStaff: message.is_staff,
      isOwn: message.by_user === context.actor.userId,
      text: message.text,
      ...(sentAt(message.at).length > 0 ? { files: sentAt(message.at) } : {}),
    })),
    ...(row.kind === 'threat' ? { report: await reportOf(context, row, threats) } : {}),
  }
}

async function reportOf(
  { tx, company, actor }: Context,
  row: RequestRow,
  threats: readonly ThreatInReview[],
): Promise<RequestReport> {
  const isLinked = can(actor.role, 'takedowns:read')
  const numbers = await numbersOf(
    tx,
    company.id,
    threats.map(({ id }) => id),
  )
  const reported = threats.map((threat) => ({
    id: threat.id,
    number: numbers.get(threat.id) ?? '',
    source: threat.source,
    title: threat.title,
    progress: progressOfThreat(threat),
    isPublished: threat.stage === 'published',
    ...(isLinked && threat.stage === 'published' && threat.takedownId ? { takedownId: threat.takedownId } : {}),
  }))
  return {
    isRead: row.read_at !== null,
    threats: reported.toSorted((one, other) => one.number.localeCompare(other.number, 'en', { numeric: true })),
    suppressed: row.suppressed,
  }
}
