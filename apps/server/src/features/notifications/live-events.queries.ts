import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import { keysIn, required } from '@signet/contract/narrow'
import { liveEvents, type LiveEventType } from '@signet/contract/messages/notifications'
import { can, type Role } from '@signet/contract/access/permissions'
import type { TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import type { Tx } from '../../db/database.ts'
import type { Row } from '../../db/rows.ts'

/** The channel on which processes notify each other of an event; the payload contains only the ids of the company and the event. */
export const eventChannel = 'signet_events'

export interface NewEvent {
  companyId: number
  type: LiveEventType
  /** For one user; if left out, for everyone whose role can see events of the type. */
  userId?: string
  /** Ids and states, see `liveEvents`; no text of a record. */
  data: Record<string, unknown>
}

/**
 * Writes an event of the live channel in the transaction of its cause: if that commits, every process receives it. Runs in a company
 * transaction.
 */
export function publishEvent(tx: Tx, event: NewEvent): Promise<void> {
  return publishEvents(tx, event.companyId, [event])
}

/** Publishes that a takedown changed. */
export const publishTakedownChanged = (
  tx: Tx,
  companyId: number,
  { id, threat_id, status }: { id: string; threat_id: string; status: TakedownStatus },
): Promise<void> =>
  publishEvent(tx, { companyId, type: 'takedown.changed', data: { takedownId: id, threatId: threat_id, status } })

/** Publishes that the evidence or the reasons of a threat changed: to everyone who sees it, or to reviewers before its publication. */
export const publishThreatChanged = (
  tx: Tx,
  companyId: number,
  { id, stage, status }: Pick<Row<'threats'>, 'id' | 'stage' | 'status'>,
): Promise<void> => {
  const threatIds = [id]
  return publishEvent(
    tx,
    stage === 'published'
      ? { companyId, type: 'threat.changed', data: { threatIds, status } }
      : { companyId, type: 'review.changed', data: { threatIds, stage } },
  )
}

/** Like `publishEvent`, for several events of one company at once. */
export async function publishEvents(
  tx: Tx,
  companyId: number,
  events: readonly Omit<NewEvent, 'companyId'>[],
): Promise<void> {
  if (events.length === 0) return
  const ids = events.map(() => randomUUID())
  await tx
    .insertInto('live_events')
    .values(
      events.map(({ type, userId, data }, index) => ({
        company_id: companyId,
        id: required(ids[index], 'an id'),
        type,
        user_id: userId ?? null,
        data: JSON.stringify(data),
      })),
    )
    .execute()
  // One database notification per company is enough: its listeners read all new events.
  await sql`select pg_notify(${eventChannel}, ${`${companyId}:${ids.at(-1)}`})`.execute(tx)
}

/** A reader's position in the live channel: after the event `seq` of the transaction `xid`. */
export interface LiveCursor {
  xid: bigint
  seq: bigint
}

const lastOfTransaction = 9_000_000_000_000_000_000n

/** The cursor of a reader who starts now. */
export async function cursorNow(tx: Tx): Promise<LiveCursor> {
  const { rows } = await sql<{ xmin: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(tx)
  return { xid: BigInt(rows[0]?.xmin ?? '1') - 1n, seq: lastOfTransaction }
}

/** Parses a `Last-Event-ID` that we issued; null for any other text. */
export function readCursor(text: string): LiveCursor | null {
  const [, xid, seq] = /^(\d{1,18})-(\d{1,18})$/.exec(text) ?? []
  return xid && seq ? { xid: BigInt(xid), seq: BigInt(seq) } : null
}

/** A reader of the live channel. */
export interface Listener {
  companyIds: readonly number[]
  userId: string
  role: Role
}

/** The events after a cursor that its reader can see. Index: live_events_order. */
function audible(tx: Tx, { companyIds, userId, role }: Listener, { xid, seq }: LiveCursor) {
  const types = keysIn(liveEvents).filter((type) => can(role, liveEvents[type]))
  return tx
    .selectFrom('live_events')
    .where('company_id', 'in', companyIds)
    .where('type', 'in', types)
    .where((is) => is.or([is('user_id', 'is', null), is('user_id', '=', userId)]))
    .where(sql<boolean>`(xid, seq) > (${String(xid)}::bigint, ${String(seq)}::bigint)`)
}

/** The number of events after a cursor; counts up to `max`. */
export async function countAfter(tx: Tx, listener: Listener, cursor: LiveCursor, max: number): Promise<number> {
  const rows = await audible(tx, listener, cursor).select('id').limit(max).execute()
  return rows.length
}

/**
 * The events after a cursor that a user can see, in the order of their transactions.
 *
 * A transaction that began earlier may still add events before the visible ones, so only events before every running transaction are
 * returned; `hasMore` tells to query again.
 */
export async function eventsAfter(tx: Tx, listener: Listener, cursor: LiveCursor, limit: number) {
  const rows = await audible(tx, listener, cursor)
    .select(['company_id', 'id', 'xid', 'seq', 'type', 'data', 'at'])
    .select(sql<boolean>`xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`.as('is_final'))
    .orderBy('xid')
    .orderBy('seq')
    .limit(limit)
    .execute()
  const firstOpen = rows.findIndex((row) => !row.is_final)
  return firstOpen < 0 ? { rows, hasMore: rows.length === limit } : { rows: rows.slice(0, firstOpen), hasMore: true }
}
export type LiveEventRow = Awaited<ReturnType<typeof eventsAfter>>['rows'][number]

/** Makes a connection receive a notification for each event. */
export async function listenForEvents(client: ClientBase): Promise<void> {
  await client.query(`listen ${eventChannel}`)
}
