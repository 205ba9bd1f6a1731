import type { QueueOrder } from '@signet/contract/review/queue-orders'
import { severities, severityRank, type Severity } from '@signet/contract/threats/severities'
import type { AnySource, Kind } from '@signet/contract/threats/sources'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { eachCompany, mergedCompanies } from '../../../db/each-company.ts'
import { threatCounts } from '../../counts/counts.queries.ts'
import {
  hoursOf,
  isOverdue,
  isWaiting,
  lateSince,
  promisedAt,
  promisedTimesIn,
} from '../../threats/list/promised-times.queries.ts'

interface Backlog {
  id: number
  waiting: number
  critical: number
  oldest: Date | null
  overdue: number
  due_soon: number
  next_due: Date | null
}

const hours = sql<number[]>`promised.hours`

/**
 * What waits in each of the companies, and what was promised for it. Indexes: those of the counts; threats_stage, once for each source in a
 * queue; threats_promised.
 */
export async function backlogOf(tx: Tx, companyIds: readonly number[], kind: Kind): Promise<Backlog[]> {
  return eachCompany(
    tx,
    companyIds,
    (company, from) => sql<Backlog>`
    select company.id, w.waiting, w.critical, w.oldest, p.overdue, p.due_soon, p.next_due from ${from} cross join lateral (
      select coalesce(sum(q.count), 0)::int as waiting, coalesce(sum(q.critical), 0)::int as critical,
        min((select t.first_seen from threats t where ${isWaiting(company, kind)} and t.source = q.source order by t.first_seen limit 1)) as oldest
      from (
        select source, sum(count) as count, coalesce(sum(count) filter (where severity = 4), 0) as critical
        from ${threatCounts(company)} as counts where kind = ${kind} and stage = 'queued' and not auto_filtered
        group by source having sum(count) > 0
      ) q ) w
    cross join lateral ${promisedTimesIn(company, kind)} as p`,
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
  staged_at: Date
  promised_at: Date
  assignee: string | null
}

const orders: Record<QueueOrder, string> = {
  mostSevere: 'severity desc, first_seen, id',
  promised: 'promised_at, id',
  oldest: 'first_seen, id',
  newest: 'first_seen desc, id',
}

type Ordered = Pick<QueuedRow, 'severity' | 'first_seen' | 'promised_at' | 'id'> & { exactly: string }
const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b))
const earlier = (a: Date, b: Date) => a.getTime() - b.getTime()
const oldestFirst = (a: Ordered, b: Ordered) =>
  earlier(a.first_seen, b.first_seen) || byText(a.exactly, b.exactly) || byText(a.id, b.id)
/** The same orders, for the rows of several nodes. */
const comparers: Record<QueueOrder, (a: Ordered, b: Ordered) => number> = {
  mostSevere: (a, b) => b.severity - a.severity || oldestFirst(a, b),
  promised: (a, b) => earlier(a.promised_at, b.promised_at) || byText(a.exactly, b.exactly) || byText(a.id, b.id),
  oldest: oldestFirst,
  newest: (a, b) => earlier(b.first_seen, a.first_seen) || byText(b.exactly, a.exactly) || byText(b.id, a.id),
}

/**
 * The first records of the queues of the companies, in one order over all of them. Indexes: threats_stage; threats_promised for each
 * severity in the order of the promised time.
 */
export async function queueOf(
  tx: Tx,
  companyIds: readonly number[],
  wanted: {
    kind: Kind
    order: QueueOrder
    severities: readonly Severity[] | undefined
    isOverdue: boolean
    limit: number
  },
): Promise<QueuedRow[]> {
  const order = sql.raw(orders[wanted.order])
  const ranks = (wanted.severities ?? severities).map((name) => severityRank[name])
  const limits = sql`${wanted.severities ? sql`and t.severity = any (${ranks}::smallint[])` : sql``}
    ${wanted.isOverdue ? sql`and ${isOverdue(hours, 't')}` : sql``}`
  // Microseconds, which the dates of the rows don't have.
  const exactly = sql.ref(wanted.order === 'promised' ? 'q.promised_at' : 't.first_seen')
  const { rows, isMerged } = await mergedCompanies(tx, companyIds, (company, from, isAll) => {
    // The id itself where there is one: Citus ends its server at an outer join by a column of a subquery.
    const ofQueued = isAll && companyIds.length > 1 ? sql`q.company_id` : company
    const waiting = sql`select t.id, t.severity, t.first_seen, t.staged_at from threats t where ${isWaiting(company, wanted.kind)}`
    // Within a severity, what entered the queue first was promised first. Read from the index alone, so only its columns.
    const some =
      wanted.order === 'promised'
        ? sql`unnest(${ranks}::smallint[]) as ranks (severity)
          cross join lateral (select ${lateSince(hours, 'ranks.severity')} as late offset 0) as since
          cross join lateral (
            ${waiting} and t.severity = ranks.severity ${wanted.isOverdue ? sql`and t.staged_at <= since.late` : sql``}
            order by t.staged_at, t.id limit ${wanted.limit} ) as t`
        : sql`(${waiting} ${limits}) as t`
    return sql<QueuedRow & { exactly: string }>`
    select t.company_id, t.id, t.source, t.title, t.threat_type, t.severity, t.score, t.first_seen, t.staged_at, q.promised_at,
      ${exactly}::text as exactly, a.user_name as assignee
    from (
      select company.id as company_id, first.* from ${from}
      cross join lateral (select ${hoursOf(company)} as hours offset 0) as promised
      cross join lateral (
        select t.id, t.severity, t.first_seen, ${promisedAt(hours, 't')} as promised_at
        from ${some} order by ${order} limit ${wanted.limit} ) as first
      order by ${order} limit ${wanted.limit} ) as q
    join threats t on t.company_id = ${ofQueued} and t.id = q.id
    left join qa_claims a on a.company_id = ${ofQueued} and a.threat_id = q.id and a.expires_at > now()
    order by ${order}`
  })
  const ordered = isMerged ? rows : rows.toSorted(comparers[wanted.order]).slice(0, wanted.limit)
  return ordered.map(({ exactly: _exactly, ...row }) => row)
}
