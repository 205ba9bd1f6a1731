import { sql } from 'kysely'
import {
  requestSteps,
  requestKindLabels,
  requestStatusLabels,
  requestUpload,
  type Request,
  type RequestListQuery,
  type RequestStatus,
} from '@signet/contract/requests/requests'
import type { Assignee } from '@signet/contract/threats/assignees'
import type { File, Page } from '@signet/contract/wire'
import type { CompanyRef } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import { rangeOf } from '../../app/range.ts'
import { isAssigned } from '../assignees/assignments.queries.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import { threatsInReview, type ThreatInReview } from '../threats/found/threats-in-review.queries.ts'
import { randomUUID } from 'node:crypto'

export type RequestRow = Row<'requests'>

const sortColumn = {
  updatedAt: 'updated_at',
  createdAt: 'created_at',
  subject: 'subject',
  status: 'status',
  kind: 'kind',
} as const

/** A page of requests, most recently changed first. Indexes: requests_updated, requests_created. */
export async function listRequestRows(
  tx: Tx,
  reader: { companyId: number; userId: string },
  query: RequestListQuery,
): Promise<Page<RequestRow>> {
  const { from, until } = rangeOf(query)
  let rows = tx.selectFrom('requests').where('company_id', '=', reader.companyId)
  if (query.assigned?.length) rows = rows.where(isAssigned(reader, 'request', query.assigned, sql.ref('requests.id')))
  if (query.status?.length) rows = rows.where('status', 'in', query.status)
  if (from) rows = rows.where('created_at', '>=', from)
  if (until) rows = rows.where('created_at', '<', until)
  if (query.searchQuery) {
    const needle = query.searchQuery
    rows = rows.where(sql<boolean>`position(lower(${needle}) in lower(subject || ' ' || text)) > 0`)
  }
  const { count } = await rows.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const items = await rows
    .selectAll()
    .orderBy(sortColumn[query.sortField], query.sortDirection)
    .orderBy('id', query.sortDirection)
    .limit(query.limit)
    .offset((query.pageNumber - 1) * query.limit)
    .execute()
  return { items, total: Number(count), pageNumber: query.pageNumber, limit: query.limit }
}

export function findRequest(tx: Tx, companyId: number, requestId: string): Promise<RequestRow | undefined> {
  return tx
    .selectFrom('requests')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', requestId)
    .executeTakeFirst()
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

/** Changes a locked request; the time of each reached status is recorded. */
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
      ...(change.isAnswered ? { message_count: set('message_count', '+', 1) } : {}),
    }))
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .execute()
}

/** A request as it is sent. */
export function toRequest(
  row: RequestRow,
  company: CompanyRef,
  { files, assignedTo }: { files: File[]; assignedTo: Assignee | undefined },
): Request {
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
    steps: requestSteps(row.status, { open: row.created_at.toISOString(), ...row.reached_at }),
    createdBy: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(assignedTo ? { assignedTo } : {}),
    messageCount: row.message_count,
    isDemo: row.is_demo,
    version: row.version,
  }
}

export async function insertRequest(
  tx: Tx,
  companyId: number,
  request: Omit<NewRow<'requests'>, 'company_id' | 'reached_at'>,
): Promise<void> {
  await tx
    .insertInto('requests')
    .values({ company_id: companyId, reached_at: JSON.stringify({ open: new Date().toISOString() }), ...request })
    .execute()
}

/** Adds a message to a request. */
export async function insertMessage(
  tx: Tx,
  companyId: number,
  requestId: string,
  message: Pick<NewRow<'request_messages'>, 'by_user' | 'by_name' | 'is_staff' | 'text'>,
): Promise<void> {
  await tx
    .insertInto('request_messages')
    .values({ company_id: companyId, id: randomUUID(), request_id: requestId, ...message })
    .execute()
}

/** The threats that a request reports; duplicates count as the one they were merged into. Index: request_threats_request. */
export async function threatsOfRequest(tx: Tx, companyId: number, requestId: string): Promise<ThreatInReview[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce(m.into_id, l.threat_id) as id from request_threats l
    left join threat_merges m on m.company_id = l.company_id and m.threat_id = l.threat_id
    where l.company_id = ${companyId} and l.request_id = ${requestId}`.execute(tx)
  return threatsInReview(
    tx,
    companyId,
    rows.map(({ id }) => id),
  )
}

/** The files of a request, in the order they were sent. Index: files_owner. */
export function filesOfRequest(tx: Tx, companyId: number, requestId: string) {
  return tx
    .selectFrom('files')
    .select(['name', 'type', 'size', 'sha256', 'created_at'])
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
