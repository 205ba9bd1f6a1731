import { randomUUID } from 'node:crypto'
import type { QueryOf, ResponseOf } from '@signet/contract/route'
import type { listAudit } from '@signet/contract/operation/audit'
import type { Context } from '../../app/context.ts'
import { countUpTo, pageCountedBy, totalMax } from '../../db/capped-page.ts'
import type { Tx } from '../../db/database.ts'
import { causingRequest } from '../../log.ts'
import { rangeOf } from '../../app/range.ts'

/** A change as an audit record describes it. */
export interface AuditInput {
  action: string
  /** The kind of record, in the singular, e.g. `takedown`. */
  targetType: string
  targetId: string
  before?: object | undefined
  after?: object | undefined
  /** Whether the action was done or refused; done by default. */
  result?: 'ok' | 'refused' | undefined
  reason?: string | undefined
}

type AuditContext = Pick<Context, 'tx' | 'ip'> & {
  /** Null if no request caused it. */
  requestId: string | null
  company: { id: number }
  actor: Pick<Context['actor'], 'userId' | 'name' | 'email' | 'role'> | null
}

/** The context of an action of the product itself, which no request caused. */
export const asProduct = (tx: Tx, companyId: number) => ({
  tx,
  company: { id: companyId },
  actor: null,
  ip: null,
  requestId: null,
})

/** Records who did what, in the transaction of the change. Without an actor, the product itself did it. */
export async function recordAudit(context: AuditContext, entries: AuditInput | readonly AuditInput[]): Promise<void> {
  const { actor } = context
  const rows: readonly AuditInput[] = 'action' in entries ? [entries] : entries
  if (rows.length === 0) return
  await context.tx
    .insertInto('audit')
    .values(
      rows.map((entry) => ({
        company_id: context.company.id,
        id: randomUUID(),
        user_id: actor?.userId ?? null,
        by_name: actor?.name ?? null,
        by_email: actor?.email ?? null,
        by_role: actor?.role ?? null,
        ip: context.ip,
        action: entry.action,
        target_type: entry.targetType,
        target_id: entry.targetId,
        before: entry.before ? JSON.stringify(entry.before) : null,
        after: entry.after ? JSON.stringify(entry.after) : null,
        request_id: context.requestId ?? causingRequest(),
        result: entry.result ?? 'ok',
        reason: entry.reason ?? null,
      })),
    )
    .execute()
}

/**
 * The latest 500 entries of the history of records, oldest first, without actions that concern only one reader (bookmarks). Index:
 * audit_target.
 */
export async function auditOf(tx: Tx, companyId: number, targetIds: readonly string[]) {
  const newestFirst = await tx
    .selectFrom('audit')
    .select(['id', 'at', 'by_name', 'by_role', 'action', 'after'])
    .where('company_id', '=', companyId)
    .where('target_id', 'in', targetIds)
    .where('action', 'not in', ['threat.bookmark', 'threat.bookmarkNoted', 'threat.unbookmark'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
  return newestFirst.toReversed()
}

/** Whether a user took an action on a record. Index: audit_target. */
export async function hasDone(
  tx: Tx,
  companyId: number,
  { userId, action, targetId }: { userId: string; action: string; targetId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('audit')
    .select('id')
    .where('company_id', '=', companyId)
    .where('target_id', '=', targetId)
    .where('action', '=', action)
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What the latest action of a kind stored about a record, up to a millisecond. Index: audit_target. */
export async function latestAfter(
  tx: Tx,
  companyId: number,
  { targetId, action, upTo }: { targetId: string; action: string; upTo: Date },
): Promise<unknown> {
  const row = await tx
    .selectFrom('audit')
    .select('after')
    .where('company_id', '=', companyId)
    .where('target_id', '=', targetId)
    .where('action', '=', action)
    .where('at', '<', new Date(upTo.getTime() + 1))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.after
}

/** A page of the audit, newest first; its total stops at 10,000. Index: audit_at. */
export async function auditPage(
  context: Context,
  query: QueryOf<typeof listAudit>,
): Promise<ResponseOf<typeof listAudit>> {
  const { from, until } = rangeOf(query)
  let rows = context.tx.selectFrom('audit').where('company_id', '=', context.company.id)
  if (from) rows = rows.where('at', '>=', from)
  if (until) rows = rows.where('at', '<', until)
  if (query.action?.length) rows = rows.where('action', 'in', query.action)
  if (query.userEmail) rows = rows.where('by_email', '=', query.userEmail.toLowerCase())
  if (query.target) rows = rows.where('target_id', '=', query.target)
  const sorted = rows
    .select(['id', 'at', 'by_email', 'ip', 'action', 'target_type', 'target_id', 'before', 'after', 'request_id'])
    .orderBy('at', query.sortDirection)
    .orderBy('id', query.sortDirection)
  const records = await sorted
    .limit(query.limit)
    .offset((query.pageNumber - 1) * query.limit)
    .execute()
  const page = await pageCountedBy(records, query, () => countUpTo(context.tx, rows, totalMax + 1))
  return {
    ...page,
    items: page.items.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      by: row.by_email,
      ip: row.ip,
      company: context.company.key,
      action: row.action,
      target: { type: row.target_type, id: row.target_id },
      before: row.before ?? undefined,
      after: row.after ?? undefined,
      requestId: row.request_id,
    })),
  }
}
