import type { QueueOrder } from '@signet/contract/review/review-backlog'
import { severityRank, type Severity } from '@signet/contract/threats/severities'
import type { AnySource, Kind } from '@signet/contract/threats/sources'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { threatCounts } from '../../counts/counts.queries.ts'

interface Backlog {
  id: number
  waiting: number
  critical: number
  oldest: Date | null
}

const isWaiting = (kind: Kind) =>
  sql`t.company_id = c.id and t.kind = ${kind} and t.stage = 'queued' and not t.auto_filtered`

/** What waits in each of the companies. Indexes: those of the counts; threats_stage, once for each source in a queue. */
export async function backlogOf(tx: Tx, companyIds: readonly number[], kind: Kind): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select c.id, w.waiting, w.critical, w.oldest from companies c cross join lateral (
      select coalesce(sum(q.count), 0)::int as waiting, coalesce(sum(q.critical), 0)::int as critical,
        min((select t.first_seen from threats t where ${isWaiting(kind)} and t.source = q.source order by t.first_seen limit 1)) as oldest
      from (
        select source, sum(count) as count, coalesce(sum(count) filter (where severity = 4), 0) as critical
        from ${threatCounts(sql<number>`c.id`)} as counts where kind = ${kind} and stage = 'queued' and not auto_filtered
        group by source having sum(count) > 0
      ) q ) w
    where c.id = any (${companyIds}::int[])`.execute(tx)
  return rows
}

export interface QueuedRow {
  company_id: number
  id: string
  source: AnySource
  title: string
  threat_type: string
  severity: number
  score: number
  first_seen: Date
  assignee: string | null
}

const orders: Record<QueueOrder, string> = {
  mostSevere: 'severity desc, first_seen, id',
  oldest: 'first_seen, id',
  newest: 'first_seen desc, id',
}

/** The first records of the queues of the companies, in one order over all of them. Index: threats_stage. */
export async function queueOf(
  tx: Tx,
  companyIds: readonly number[],
  wanted: { kind: Kind; order: QueueOrder; severities: readonly Severity[] | undefined; limit: number },
): Promise<QueuedRow[]> {
  const order = sql.raw(orders[wanted.order])
  const ofSeverity = wanted.severities
    ? sql`and t.severity = any (${wanted.severities.map((name) => severityRank[name])}::smallint[])`
    : sql``
  const { rows } = await sql<QueuedRow>`
    select q.*, a.user_name as assignee from (
      select t.* from companies c cross join lateral (
        select t.company_id, t.id, t.source, t.title, t.threat_type, t.severity, t.score, t.first_seen from threats t
        where ${isWaiting(wanted.kind)} ${ofSeverity} order by ${order} limit ${wanted.limit} ) t
      where c.id = any (${companyIds}::int[]) order by ${order} limit ${wanted.limit} ) q
    left join qa_claims a on a.company_id = q.company_id and a.threat_id = q.id and a.expires_at > now()
    order by ${order}`.execute(tx)
  return rows
}
