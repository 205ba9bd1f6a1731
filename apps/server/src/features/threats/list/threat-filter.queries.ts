import { expressionBuilder, sql, type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { can } from '@signet/contract/access/permissions'
import { severityRank } from '@signet/contract/threats/severities'
import { kinds, type AnySource, type Kind } from '@signet/contract/threats/sources'
import { searchedNumber } from '@signet/contract/threats/threat-number'
import { searchFieldsOf } from '@signet/contract/touts/tout-sources'
import type { ThreatListQuery } from '@signet/contract/threats/threats'
import { qaStages, type QaStage } from '@signet/contract/review/qa'
import type { Actor, CompanyRef } from '../../../app/context.ts'
import { isAssigned } from '../../assignees/assignments.queries.ts'
import { columnOf } from './own-columns.ts'
import { fieldMeets } from './own-fields.queries.ts'
import { hoursOf, isOverdue } from './promised-times.queries.ts'
import { AppError } from '../../../errors.ts'
import { rangeOf } from '../../../app/range.ts'
import { isId } from '../../../db/search-text.ts'
import type { Tx } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'

/** The filters of a list, in any call. */
export type ThreatFilter = Partial<
  Pick<
    ThreatListQuery,
    | 'threatSeverity'
    | 'threatType'
    | 'status'
    | 'category'
    | 'adSource'
    | 'urlSource'
    | 'fields'
    | 'isTakedown'
    | 'takedownStatus'
    | 'bookmarkedThreats'
    | 'bookmarked'
    | 'assigned'
    | 'showAutomaticallyFiltered'
    | 'dateType'
    | 'searchField'
    | 'searchQuery'
    | 'fromDate'
    | 'toDate'
    | 'similarTo'
  >
> & {
  source?: AnySource | undefined
  threatSource?: readonly AnySource[] | undefined
  /** Only these ids, or those of an array in the statement. */
  only?: readonly string[] | RawBuilder<string[]> | undefined
  /** Ids that are excluded although the rest of the filter matches them. */
  except?: readonly string[] | undefined
  /** Only the threats that an import of a file added. */
  importId?: string | undefined
  /** Only records in the queue whose promised time is over. */
  overdue?: boolean | undefined
}

/** The threats that a list covers before any filter. */
export interface ThreatScope {
  companyId: number
  userId: string
  /** `either` is for work on a case, which is the same for both kinds. */
  kind: Kind | 'either'
  stages: readonly QaStage[]
}

type ScopeContext = { company: Pick<CompanyRef, 'id' | 'modules'>; actor: { userId: string } }

/**
 * The records of a kind in some stages.
 *
 * @throws AppError `MODULE_OFF` for touts of a company that doesn't use them
 */
export function scopeOf(context: ScopeContext, kind: ThreatScope['kind'], stages: readonly QaStage[]): ThreatScope {
  if (kind === 'tout' && context.company.modules['touts'] !== true) throw new AppError('MODULE_OFF')
  return { companyId: context.company.id, userId: context.actor.userId, kind, stages }
}

/** Users other than QA see only published records. */
export function publishedScope(context: ScopeContext, kind: ThreatScope['kind'] = 'threat'): ThreatScope {
  return scopeOf(context, kind, ['published'])
}

/** For calls that QA and others share: QA sees every stage. */
export function readableScope(
  context: ScopeContext & { actor: Pick<Actor, 'role'> },
  kind: ThreatScope['kind'] = 'threat',
): ThreatScope {
  return can(context.actor.role, 'threats:readUnpublished')
    ? scopeOf(context, kind, qaStages)
    : publishedScope(context, kind)
}

const dateColumn = {
  detected: 'threats.first_seen',
  lastSeen: 'threats.last_seen',
  published: 'threats.published_at',
} as const

type ThreatsBuilder<O> = SelectQueryBuilder<Tables, 'threats', O>
type Where = ExpressionBuilder<Tables, 'threats'>

/**
 * Narrows a query on threats to a scope and a filter. Optional filters are added only if they are set; an empty list counts as not set.
 *
 * The company is a condition in addition to the policy, so that the planner uses it for the index (docs/database.md).
 */
export function whereThreats<O>(query: ThreatsBuilder<O>, scope: ThreatScope, filter: ThreatFilter): ThreatsBuilder<O> {
  const inScope = query
    .where('threats.company_id', '=', scope.companyId)
    .where('threats.kind', 'in', kindsOf(scope))
    .where('threats.stage', 'in', scope.stages)
  const shown = filter.showAutomaticallyFiltered ? inScope : inScope.where('threats.auto_filtered', '=', false)
  const narrowed = whereFiltered(shown, scope, filter)
  return filter.searchQuery ? narrowed.where(matches(scope, filter)) : narrowed
}

/** The part of a filter that a search doesn't apply itself. */
function whereFiltered<O>(query: ThreatsBuilder<O>, scope: ThreatScope, filter: ThreatFilter): ThreatsBuilder<O> {
  let narrowed = query.where(({ and }) => and(sourceConditions('threats', filter)))
  if (filter.status?.length) narrowed = narrowed.where('threats.status', 'in', filter.status)
  if (filter.category?.length) narrowed = narrowed.where('threats.category', 'in', filter.category)
  if (filter.adSource?.length) narrowed = narrowed.where(sql`threats.fields ->> 'adSource'`, 'in', filter.adSource)
  if (filter.urlSource?.length) narrowed = narrowed.where(sql`threats.fields ->> 'urlSource'`, 'in', filter.urlSource)
  const { kind } = scope
  const columnFor = (field: string) => columnOf(field, { ...filter, kind })
  for (const condition of filter.fields ?? []) narrowed = narrowed.where(fieldMeets(condition, columnFor))
  if (filter.isTakedown !== undefined) narrowed = narrowed.where(takedownExists(scope, filter.isTakedown))
  if (filter.takedownStatus?.length) narrowed = narrowed.where(takedownExists(scope, true, filter.takedownStatus))
  if (filter.bookmarked || filter.bookmarkedThreats) {
    // As an array, like a search: the few bookmarks look up their threats, instead of every threat its bookmark.
    narrowed = narrowed.where(sql<boolean>`threats.id = any (array(select bookmarks.threat_id from bookmarks
      where bookmarks.company_id = ${scope.companyId} and bookmarks.user_id = ${scope.userId}))`)
  }
  if (filter.assigned?.length)
    narrowed = narrowed.where(isAssigned(scope, 'threat', filter.assigned, sql.ref('threats.id')))
  if (filter.importId) {
    narrowed =
      narrowed.where(sql<boolean>`threats.id = any (array(select imported_threats.threat_id from imported_threats
      where imported_threats.company_id = ${scope.companyId} and imported_threats.import_id = ${filter.importId}))`)
  }
  if (filter.overdue) narrowed = narrowed.where(isOverdue(hoursOf(scope.companyId)))
  if (filter.only) narrowed = narrowed.where(isAmong(filter.only))
  if (filter.except?.length) narrowed = narrowed.where('threats.id', 'not in', filter.except)
  if (filter.similarTo) narrowed = narrowed.where('threats.similar_key', '=', keyOfSimilar(scope, filter.similarTo))
  const { from, until } = rangeOf(filter)
  const column = dateColumn[filter.dateType ?? 'detected']
  if (from) narrowed = narrowed.where(column, '>=', from)
  if (until) narrowed = narrowed.where(column, '<', until)
  return narrowed
}

/** What a filter says about source, severity and type, for the rows of `threats` or for their `counts`. */
export function sourceConditions(table: 'threats' | 'counts', filter: ThreatFilter): RawBuilder<boolean>[] {
  const wanted: [column: string, values: readonly unknown[] | undefined][] = [
    ['source', filter.source && [filter.source]],
    ['source', filter.threatSource],
    ['severity', filter.threatSeverity?.map((severity) => severityRank[severity])],
    ['threat_type', filter.threatType],
  ]
  return wanted.flatMap(([column, values]) =>
    values?.length ? [sql<boolean>`${sql.ref(`${table}.${column}`)} in (${sql.join(values)})`] : [],
  )
}

/** The key that a threat shares with similar ones. Indexes: threats_pkey, threats_similar. */
function keyOfSimilar(scope: ThreatScope, threatId: string) {
  return ({ selectFrom }: Where) =>
    selectFrom('threats as one')
      .select('one.similar_key')
      .where('one.company_id', '=', scope.companyId)
      .where('one.id', '=', threatId)
      .where('one.stage', 'in', scope.stages)
}

/** The kinds in a scope, for a query. */
export function kindsOf({ kind }: Pick<ThreatScope, 'kind'>): readonly Kind[] {
  return kind === 'either' ? kinds : [kind]
}

function takedownExists(scope: ThreatScope, isWanted: boolean, statuses?: readonly string[]) {
  return ({ exists, not, selectFrom }: Where) => {
    const found = exists(
      selectFrom('takedowns')
        .select('takedowns.id')
        .where('takedowns.company_id', '=', scope.companyId)
        .whereRef('takedowns.threat_id', '=', 'threats.id')
        .$call((query) =>
          statuses !== undefined ? query.where(sql.ref<string>('takedowns.status'), 'in', statuses) : query,
        ),
    )
    return isWanted ? found : not(found)
  }
}

function matches(scope: ThreatScope, filter: ThreatFilter) {
  const matching = matchingThreats(scope, filter)
  // People enter or paste complete ids, so the text can't mean anything else.
  if (!matching) return sql<boolean>`threats.id = ${filter.searchQuery}::uuid`
  // An array is evaluated once; a sub-select would run the search again for every row while the table has no statistics yet.
  return isAmong(sql`array(select matched.id from (${matching}) as matched)`)
}

/** Looks ids up by hash or key; `= any` with an array of the statement would compare every row with each of thousands of ids. */
const isAmong = (ids: readonly string[] | RawBuilder<unknown>) =>
  sql<boolean>`threats.id in (select unnest(${ids}::uuid[]))`

/** What `threats_matching` returns, in its order. */
const matchedColumns = [
  'id',
  'source',
  'severity',
  'threat_type',
  'status',
  'category',
  'first_seen',
  'last_seen',
  'published_at',
  'staged_at',
  'similar_key',
] as const

/** The other columns that filters and orders use. */
const otherColumns = [
  'title',
  'score',
  'fields',
  'own_text_1',
  'own_text_2',
  'own_text_3',
  'own_date',
  'own_number',
  'price',
  'face_value',
  'quantity',
] as const

/**
 * A select of the threats of a scope that contain a text, at most the newest 10,001, for a `with` that is named `matched`; null if an id
 * is searched. The rest of the filter is applied by `whereMatched`.
 *
 * @throws AppError `BAD_REQUEST` for a field that can't be searched
 */
export function matchingThreats(scope: ThreatScope, filter: ThreatFilter): RawBuilder<unknown> | null {
  const field = filter.searchField || null
  const kind = scope.kind === 'either' ? null : scope.kind
  if (field !== null && !searchFields[kind ?? 'threat'].has(field)) {
    throw new AppError('UNKNOWN_SEARCH_FIELD', {}, { at: 'query.searchField' })
  }
  if (field === null && isId(filter.searchQuery)) return null
  const showAutomaticallyFiltered = filter.showAutomaticallyFiltered ?? false
  const matching = sql`select * from threats_matching(${scope.companyId}::int, ${kind}, ${filter.searchQuery}, ${field},
    ${scope.stages}, ${showAutomaticallyFiltered})`
  const number = field === null ? searchedNumber(filter.searchQuery ?? '') : null
  if (number === null) return matching
  // Index: threat_numbers_pkey.
  const only = sql<string[]>`array(select n.threat_id from threat_numbers n
    where n.company_id = ${scope.companyId} and n.number = ${number})`
  const { selectFrom } = expressionBuilder<Tables>()
  const numbered = whereThreats(selectFrom('threats'), scope, { showAutomaticallyFiltered, only })
  return sql`${matching} union ${numbered.select(matchedColumns)}`
}

/**
 * The threats of `matched`, narrowed to a filter. Its columns are enough for most lists; then the planner removes the join, and thousands
 * of threats needn't be looked up again. On a cluster, the join leads the statement to the node of the company.
 */
export function whereMatched(tx: Tx, scope: ThreatScope, filter: ThreatFilter): ThreatsBuilder<object> {
  const threats = sql<
    Tables['threats']
  >`(select matched.*, ${sql.join(otherColumns.map((column) => sql.ref(`t.${column}`)))}
    from matched left join threats t on t.company_id = ${scope.companyId} and t.id = matched.id)`
  return whereFiltered(tx.selectFrom(threats.as('threats')), scope, filter)
}

const searchFields = { threat: searchFieldsOf('threat'), tout: searchFieldsOf('tout') }
