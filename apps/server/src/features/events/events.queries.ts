import { sql, type SelectQueryBuilder } from 'kysely'
import { eventKinds, type EventKind, type EventsQuery } from '@signet/contract/threats/events'
import type { AnySource, Kind } from '@signet/contract/threats/sources'
import { cappedPage, countUpTo, totalMax } from '../../db/capped-page.ts'
import type { Tx } from '../../db/database.ts'
import { rangeOf } from '../../app/range.ts'
import type { Tables } from '../../db/tables.ts'
import { countedActions } from '../threats/list/activity.queries.ts'
import { whereThreats, type ThreatScope } from '../threats/list/threat-filter.queries.ts'

/** Events visible outside of the review, by their kind. */
const actions = {
  published: ['qa.publish'],
  decision: ['threat.whitelist', 'threat.falsePositive', 'threat.takedown', 'threat.deeperAnalysis', 'threat.reopen'],
  takedown: ['takedown.requested', 'takedown.withdrawn', 'takedown.moved', 'takedown.fileAdded'],
  deeperAnalysis: [
    'deeperAnalysis.requested',
    'deeperAnalysis.aborted',
    'deeperAnalysis.moved',
    'deeperAnalysis.fileAdded',
  ],
  remark: ['threat.remarked'],
  correction: ['threat.corrected'],
  evidence: ['evidence.added', 'evidence.preserved'],
} as const satisfies Record<EventKind, readonly string[]>

const targetTypes = ['threat', 'takedown', 'deeperAnalysis'] as const

const sortColumn = {
  at: 'audit.at',
  severity: 'threats.severity',
  title: 'threats.title',
  source: 'threats.source',
} as const

export interface EventRow {
  id: string
  at: Date
  by_name: string | null
  by_role: string | null
  action: string
  after: unknown
  target_type: (typeof targetTypes)[number]
  target_id: string
  threat_id: string
  kind: Kind
  source: AnySource
  title: string
  severity: number
}

/**
 * The threat that an audit record is about: its target, or the threat of the target case. Indexes: takedowns_pkey, deeper_analyses_pkey.
 */
const threatOfRecord = (companyId: number) => sql<string>`case audit.target_type
  when 'takedown' then (select t.threat_id from takedowns t where t.company_id = ${companyId} and t.id = audit.target_id)
  when 'deeperAnalysis' then (select d.threat_id from deeper_analyses d
    where d.company_id = ${companyId} and d.id = audit.target_id)
  else audit.target_id end`

const actionsOf = (kinds: EventsQuery['eventKind']) =>
  (kinds?.length ? kinds : eventKinds).flatMap((kind) => actions[kind])

type Events = SelectQueryBuilder<Tables, 'threats' | 'audit', object>

function eventsOf(tx: Tx, scope: ThreatScope, query: EventsQuery): Events {
  const { fromDate, toDate, eventKind, ...filter } = query
  // Threats that were filtered automatically may still have a decision.
  const threats = whereThreats(tx.selectFrom('threats'), scope, { ...filter, showAutomaticallyFiltered: true }).where(
    'threats.id',
    '=',
    threatOfRecord(scope.companyId),
  )
  // When sorting by time, the audit is scanned and each record finds its threat by key. `limit` keeps the planner from joining the whole
  // tables, which took 1 s for 200,000 threats.
  // oxlint-disable-next-line typescript/consistent-type-assertions -- both have the same tables, of which one is a subquery
  const joined = (query.sortField === 'at'
    ? tx
        .selectFrom('audit')
        .innerJoinLateral(threats.selectAll('threats').limit(1).as('threats'), (join) => join.onTrue())
    : threats.innerJoin('audit', 'audit.company_id', 'threats.company_id')) as unknown as Events
  let events = joined
    .where('audit.company_id', '=', scope.companyId)
    .where('audit.target_type', 'in', targetTypes)
    .where('audit.action', 'in', actionsOf(eventKind))
    .where('audit.result', '=', 'ok')
    // Events from before publication are visible only to the provider.
    .where((where) =>
      where.or([
        where('audit.action', 'not in', ['threat.corrected', 'evidence.added']),
        where('audit.at', '>=', where.ref('threats.published_at')),
      ]),
    )
  const { from, until } = rangeOf({ fromDate, toDate })
  if (from) events = events.where('audit.at', '>=', from)
  if (until) events = events.where('audit.at', '<', until)
  return events
}

/** The order within an instant: the decision opens its case, and the case asks for evidence. */
const rankOfAction = sql<number>`case when audit.action = 'qa.publish' then 0
  when audit.action like 'threat.%' then 1
  when audit.action like '%.requested' then 2
  when audit.action like 'evidence.%' then 4
  else 3 end`

/**
 * One page of events. Index: audit_at, scanned backwards when sorted by time; its records find their threats by key, and only those of one
 * instant are sorted.
 */
export async function eventPage(tx: Tx, scope: ThreatScope, query: EventsQuery) {
  const events = eventsOf(tx, scope, query)
  const sorted = events.orderBy(sortColumn[query.sortField], query.sortDirection)
  const ranked = query.sortField === 'at' ? sorted.orderBy(rankOfAction, query.sortDirection) : sorted
  const rows: EventRow[] = await ranked
    .select([
      'audit.id',
      'audit.at',
      'audit.by_name',
      'audit.by_role',
      'audit.action',
      'audit.after',
      'audit.target_type',
      'audit.target_id',
      'threats.id as threat_id',
      'threats.kind',
      'threats.source',
      'threats.title',
      'threats.severity',
    ])
    .$narrowType<Pick<EventRow, 'target_type'>>()
    .orderBy('audit.id', query.sortDirection)
    .limit(query.limit)
    .offset((query.pageNumber - 1) * query.limit)
    .execute()
  // The counts don't know all kinds of events. If those they know are too many already, the others needn't be counted.
  const known = await countedActions(tx, [scope.companyId], actionsOf(query.eventKind), { ...query, kind: scope.kind })
  const count = known !== null && known > totalMax ? known : await countUpTo(tx, events, totalMax + 1)
  return cappedPage(rows, count, query)
}
