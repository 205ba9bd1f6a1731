import type { QueueOrder } from '@signet/contract/review/review-backlog'
import { severityRank, type Severity } from '@signet/contract/threats/severities'
import type { AnySource, Kind } from '@signet/contract/threats/sources'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { eachCompany } from '../../../db/each-company.ts'
import { threatCounts } from '../../counts/counts.queries.ts'

interface Backlog {
  id: number
  waiting: number
  critical: number
  oldest: Date | null
}

const isWaiting = (company: RawBuilder<number>, kind: Kind) =>
  sql`t.company_id = ${company} and t.kind = ${kind} and t.stage = 'queued' and not t.auto_filtered`

/** What waits in each of the companies. Indexes: those of the counts; threats_stage, once for each source in a queue. */
export async function backlogOf(tx: Tx, companyIds: readonly number[], kind: Kind): Promise<Backlog[]> {
  return eachCompany(
    tx,
    companyIds,
    (company, from) => sql<Backlog>`
    select company.id, w.waiting, w.critical, w.oldest from ${from} cross join lateral (
      select coalesce(sum(q.count), 0)::int as waiting, coalesce(sum(q.critical), 0)::int as critical,
        min((select t.first_seen from threats t where ${isWaiting(company, kind)} and t.source = q.source order by t.first_seen limit 1)) as oldest
      from (
        select source, sum(count) as count, coalesce(sum(count) filter (where severity = 4), 0) as critical
        from ${threatCounts(company)} as counts where kind = ${kind} and stage = 'queued' and not auto_filtered
        group by source having sum(count) > 0
      ) q ) w`,
  )
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

type Ordered = Pick<QueuedRow, 'severity' | 'first_seen' | 'id'> & { exactly: string }
const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b))
const oldestFirst = (a: Ordered, b: Ordered) =>
  a.first_seen.getTime() - b.first_seen.getTime() || byText(a.exactly, b.exactly) || byText(a.id, b.id)
/** The same orders, for the rows of several nodes. */
const comparers: Record<QueueOrder, (a: Ordered, b: Ordered) => number> = {
  mostSevere: (a, b) => b.severity - a.severity || oldestFirst(a, b),
  oldest: oldestFirst,
  newest: (a, b) =>
    b.first_seen.getTime() - a.first_seen.getTime() || byText(b.exactly, a.exactly) || byText(b.id, a.id),
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
  let isMerged = true
  const rows = await eachCompany(tx, companyIds, (company, from, isAll) => {
    isMerged = isAll
    const claimed = isAll ? sql`q.company_id` : company
    return sql<QueuedRow & { exactly: string }>`
    select q.*, q.first_seen::text as exactly, a.user_name as assignee from (
      select t.* from ${from} cross join lateral (
        select t.company_id, t.id, t.source, t.title, t.threat_type, t.severity, t.score, t.first_seen from threats t
        where ${isWaiting(company, wanted.kind)} ${ofSeverity} order by ${order} limit ${wanted.limit} ) t
      order by ${order} limit ${wanted.limit} ) q
    left join qa_claims a on a.company_id = ${claimed} and a.threat_id = q.id and a.expires_at > now()
    order by ${order}`
  })
  const ordered = isMerged ? rows : rows.toSorted(comparers[wanted.order]).slice(0, wanted.limit)
  return ordered.map(({ exactly: _exactly, ...row }) => row)
}
