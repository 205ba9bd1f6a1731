import { sql, type RawBuilder } from 'kysely'
import {
  dueRequestStatuses,
  outcomeOf,
  reportOutcomes,
  requestDueFrom,
  requestSteps,
  requestKindLabels,
  requestStatusLabels,
  requestUpload,
  usualRequestDueHours,
  type Request,
  type RequestDueFigures,
  type RequestDueHours,
  type RequestKind,
  type RequestListQuery,
  type RequestStatus,
} from '@signet/contract/requests/requests'
import { dueStateOf, type DueDate } from '@signet/contract/requests/due-dates'
import type { Assignee } from '@signet/contract/threats/assignees'
import { recordFrom, required } from '@signet/contract/narrow'
import type { File, Page } from '@signet/contract/wire'
import type { CompanyRef } from '../../app/context.ts'
import { countedPage } from '../../db/capped-page.ts'
import type { Tx } from '../../db/database.ts'
import { anyOf, isSoon } from '../../db/due-soon.ts'
import { rangeOf } from '../../app/range.ts'
import { dayIn, endOfDay, zoneOfCompany } from '../companies/company-zone.ts'
import { isAssigned } from '../assignees/assignments.queries.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import { progressOfThreat, threatsInReview, type ThreatInReview } from '../threats/found/threats-in-review.queries.ts'
import { randomUUID } from 'node:crypto'

export type RequestRow = Row<'requests'>

const sortColumn = {
  updatedAt: 'updated_at',
  createdAt: 'created_at',
  dueAt: 'due_at',
  subject: 'subject',
  status: 'status',
  kind: 'kind',
} as const

/** Whether the team is late with a request, as a condition over `requests`. What waits for the client isn't late. */
export const isRequestOverdue: RawBuilder<boolean> = sql<boolean>`(requests.status = any (${[...dueRequestStatuses]})
  and requests.due_at < now())`

/** Whether a request isn't overdue, but will be within a day, as a condition over `requests`. */
export const isRequestDueSoon: RawBuilder<boolean> = sql<boolean>`(requests.status = any (${[...dueRequestStatuses]})
  and ${isSoon(sql`requests.due_at`)})`

const dueConditions = { overdue: isRequestOverdue, dueSoon: isRequestDueSoon }

/** A page of requests, most recently changed first. Indexes: requests_updated, requests_created. */
export async function listRequestRows(
  tx: Tx,
  reader: { companyId: number; userId: string },
  query: RequestListQuery,
): Promise<Page<RequestRow>> {
  const { from, until } = rangeOf(query)
  let rows = tx.selectFrom('requests').where('company_id', '=', reader.companyId)
  if (query.assigned?.length) rows = rows.where(isAssigned(reader, 'request', query.assigned, sql.ref('requests.id')))
  if (query.due?.length) rows = rows.where(anyOf(query.due.map((filter) => dueConditions[filter])))
  if (query.status?.length) rows = rows.where('status', 'in', query.status)
  if (query.kind?.length) rows = rows.where('kind', 'in', query.kind)
  if (from) rows = rows.where('created_at', '>=', from)
  if (until) rows = rows.where('created_at', '<', until)
  if (query.searchQuery) {
    const needle = query.searchQuery
    rows = rows.where(sql<boolean>`position(lower(${needle}) in lower(subject || ' ' || text)) > 0`)
  }
  const sorted = rows
    .selectAll()
    .orderBy(sortColumn[query.sortField], query.sortDirection)
    .orderBy('id', query.sortDirection)
  return countedPage(rows, sorted, query)
}

export function findRequest(tx: Tx, companyId: number, requestId: string): Promise<RequestRow | undefined> {
  return tx
    .selectFrom('requests')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', requestId)
    .executeTakeFirst()
}

/** The company of a request, if it is one of these. Index: requests_pkey. */
export async function companyOfRequest(
  tx: Tx,
  companyIds: readonly number[],
  requestId: string,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('requests')
    .select('company_id')
    .where('company_id', 'in', companyIds)
    .where('id', '=', requestId)
    .executeTakeFirst()
  return row?.company_id
}

/** The request, locked until the transaction ends, so that two concurrent answers are both counted. */
export function lockRequest(tx: Tx, companyId: number, requestId: string): Promise<RequestRow | undefined> {
  return tx
    .selectFrom('requests')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', requestId)
    .forUpdate()
    .executeTakeFirst()
}

const messagesMax = 500

/** The messages of a request, oldest first. Index: request_messages_request. */
export async function messagesOf(tx: Tx, companyId: number, requestId: string) {
  const rows = await tx
    .selectFrom('request_messages')
    .select(['id', 'at', 'by_user', 'by_name', 'is_staff', 'text'])
    .where('company_id', '=', companyId)
    .where('request_id', '=', requestId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(messagesMax)
    .execute()
  return rows.toReversed()
}

const resumedFrom = new Set<RequestStatus>(['waiting', 'done', 'declined'])

/** Within how many hours requests of a company are due. Index: review_policies_pkey. */
async function dueHoursOf(tx: Tx, companyId: number): Promise<RequestDueHours> {
  const policy = await tx
    .selectFrom('review_policies')
    .select('request_due_hours')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return policy?.request_due_hours ?? usualRequestDueHours
}

/** The end of the day of the company by which a request is due whose promised time begins now. */
async function dueFromNow(tx: Tx, companyId: number, kind: RequestKind): Promise<Date> {
  const zone = await zoneOfCompany(tx, companyId)
  return endOfDay(dayIn(requestDueFrom(new Date(), kind, await dueHoursOf(tx, companyId)), zone), zone)
}

/**
 * Changes a locked request; the time of each reached status is recorded. One that is resumed has at least the promised time again: until
 * then the team could not work on it.
 */
export async function changeRequest(
  tx: Tx,
  row: RequestRow,
  change: {
    status?: RequestStatus | undefined
    isAnswered?: boolean
  },
): Promise<void> {
  const now = new Date()
  const { status } = change
  const isMoved = status !== undefined && status !== row.status
  const isResumed = status === 'inProgress' && resumedFrom.has(row.status)
  const again = isResumed ? await dueFromNow(tx, row.company_id, row.kind) : row.due_at
  await tx
    .updateTable('requests')
    .set((set) => ({
      updated_at: now,
      version: set('version', '+', 1),
      ...(isMoved
        ? {
            status,
            reached_at: sql<string>`reached_at || jsonb_build_object(${status}::text, ${now.toISOString()}::text)`,
          }
        : {}),
      ...(again > row.due_at ? { due_at: again } : {}),
      ...(change.isAnswered ? { message_count: set('message_count', '+', 1) } : {}),
    }))
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .execute()
}

/** Changes the due date. The request must be locked. */
export async function setRequestDue(tx: Tx, row: RequestRow, dueAt: Date): Promise<void> {
  await tx
    .updateTable('requests')
    .set((set) => ({
      due_at: dueAt,
      updated_at: new Date(),
      version: set('version', '+', 1),
      message_count: set('message_count', '+', 1),
    }))
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .execute()
}

/** How well due dates were kept since an instant. Index: requests_created. */
export async function requestDueFigures(tx: Tx, companyId: number, since: Date): Promise<RequestDueFigures> {
  const { rows } = await sql<Omit<RequestDueFigures, 'dueHours'>>`
    select count(*) filter (where done_at is null)::int as open,
      count(*) filter (where is_overdue)::int as overdue,
      count(*) filter (where done_at <= least(due_at, first_due_at))::int as met,
      count(*) filter (where done_at <= due_at and done_at > first_due_at)::int as "metLater",
      count(*) filter (where done_at > due_at)::int as missed,
      percentile_cont(0.5) within group (order by extract(epoch from done_at - created_at)::float8 * 1000)
        filter (where done_at is not null) as "medianMs"
    from (select created_at, due_at, first_due_at, ${isRequestOverdue} as is_overdue,
        case status when 'done' then coalesce((reached_at ->> 'done')::timestamptz, updated_at) end as done_at
      from requests where company_id = ${companyId} and status <> 'declined') cases
    where done_at is null or done_at >= ${since}`.execute(tx)
  return { ...required(rows[0], 'the row of an aggregate'), dueHours: await dueHoursOf(tx, companyId) }
}

function dueOf(row: RequestRow, zone: string): DueDate {
  const doneAt = row.status === 'done' ? new Date(row.reached_at.done ?? row.updated_at) : null
  return {
    on: dayIn(row.due_at, zone),
    at: row.due_at.toISOString(),
    firstOn: dayIn(row.first_due_at, zone),
    state: row.status === 'waiting' ? 'paused' : dueStateOf(row.due_at, doneAt, row.status === 'declined', new Date()),
  }
}

/** A request as it is sent. */
export function toRequest(
  row: RequestRow,
  company: CompanyRef,
  {
    zone,
    files,
    assignedTo,
    threats = [],
  }: {
    zone: string
    files: File[]
    assignedTo: Assignee | undefined
    /** Those that it reports. */
    threats: readonly ThreatInReview[] | undefined
  },
): Request {
  const outcomes = outcomesOf(threats)
  return {
    id: row.id,
    company: company.key,
    kind: row.kind,
    kindLabel: requestKindLabels[row.kind],
    subject: row.subject,
    text: row.text,
    ...(row.source ? { source: row.source } : {}),
    ...(row.severity ? { severity: row.severity } : {}),
    links: row.links,
    files,
    status: row.status,
    statusLabel: requestStatusLabels[row.status],
    ...(outcomes ? { outcomes } : {}),
    steps: requestSteps(row.status, { open: row.created_at.toISOString(), ...row.reached_at }),
    createdBy: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    due: dueOf(row, zone),
    ...(assignedTo ? { assignedTo } : {}),
    messageCount: row.message_count,
    isDemo: row.is_demo,
    version: row.version,
  }
}

export async function insertRequest(
  tx: Tx,
  companyId: number,
  request: Omit<NewRow<'requests'>, 'company_id' | 'reached_at' | 'due_at' | 'first_due_at'>,
): Promise<void> {
  const dueAt = await dueFromNow(tx, companyId, request.kind)
  const due = { due_at: dueAt, first_due_at: dueAt }
  await tx
    .insertInto('requests')
    .values({
      company_id: companyId,
      reached_at: JSON.stringify({ open: new Date().toISOString() }),
      ...due,
      ...request,
    })
    .execute()
}

/** Adds a message to a request. */
export async function insertMessage(
  tx: Tx,
  companyId: number,
  requestId: string,
  message: Pick<NewRow<'request_messages'>, 'by_user' | 'by_name' | 'is_staff' | 'text' | 'at'>,
): Promise<void> {
  await tx
    .insertInto('request_messages')
    .values({ company_id: companyId, id: randomUUID(), request_id: requestId, ...message })
    .execute()
}

/**
 * The threats that each of the requests reports; duplicates count as the one they were merged into. Indexes: request_threats_request,
 * threats_pkey.
 */
export async function threatsOfRequests(
  tx: Tx,
  companyId: number,
  requestIds: readonly string[],
): Promise<Map<string, ThreatInReview[]>> {
  if (requestIds.length === 0) return new Map()
  const { rows } = await sql<{ requestId: string; id: string }>`
    select distinct l.request_id as "requestId", coalesce(m.into_id, l.threat_id) as id from request_threats l
    left join threat_merges m on m.company_id = l.company_id and m.threat_id = l.threat_id
    where l.company_id = ${companyId} and l.request_id = any (${requestIds}::uuid[])`.execute(tx)
  const threats = await threatsInReview(tx, companyId, [...new Set(rows.map(({ id }) => id))])
  return new Map(
    requestIds.map((requestId) => {
      const own = new Set(rows.filter((row) => row.requestId === requestId).map(({ id }) => id))
      return [requestId, threats.filter(({ id }) => own.has(id))]
    }),
  )
}

/** How many of the threats of a request became what. */
function outcomesOf(threats: readonly ThreatInReview[]): Request['outcomes'] {
  if (threats.length === 0) return undefined
  const counts = recordFrom(reportOutcomes, () => 0)
  for (const threat of threats) counts[outcomeOf(progressOfThreat(threat), threat.source)] += 1
  return counts
}

/** The files of a request, in the order they were sent. Index: files_owner. */
export function filesOfRequest(tx: Tx, companyId: number, requestId: string) {
  return tx
    .selectFrom('files')
    .select(['name', 'type', 'size', 'sha256', 'created_at', 'shown_sha256', 'shown_type', 'shown_size'])
    .where('company_id', '=', companyId)
    .where('owner_kind', '=', 'request')
    .where('owner_id', '=', requestId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(requestUpload.maxFiles)
    .execute()
}

/** Records what a request was found to report. Indexes: request_threats_pkey, requests_pkey. */
export async function endReading(
  tx: Tx,
  { company_id: companyId, id }: Pick<RequestRow, 'company_id' | 'id'>,
  { threatIds, suppressed }: { threatIds: readonly string[]; suppressed: readonly string[] },
): Promise<void> {
  if (threatIds.length > 0) {
    await tx
      .insertInto('request_threats')
      .values(threatIds.map((threatId) => ({ company_id: companyId, threat_id: threatId, request_id: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await tx
    .updateTable('requests')
    .set({ read_at: new Date(), suppressed: [...suppressed] })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}
