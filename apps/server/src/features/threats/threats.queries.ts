import { sql, type RawBuilder, type Updateable } from 'kysely'
import { isOneOf, required } from '@signet/contract/narrow'
import { usualCheckDays } from '@signet/contract/review/qa'
import { severities, severityOfRank, severityRank } from '@signet/contract/threats/severities'
import { sourceLabelOf, type AnySource, type ThreatSource } from '@signet/contract/threats/sources'
import { threatNumberOf } from '@signet/contract/threats/threat-number'
import { openTakedownStatuses, takedownStatusLabels } from '@signet/contract/takedowns/takedown-status'
import type { FieldSort } from '@signet/contract/threats/field-kinds'
import { threatStatusLabels, type FacetField, type Threat } from '@signet/contract/threats/threats'
import type { Option, Page, SortedPaging } from '@signet/contract/wire'
import { countUpTo, foundPage, pageCountedBy, totalMax, type FoundIds } from '../../db/capped-page.ts'
import type { Tx } from '../../db/database.ts'
import type { ThreatRow } from '../../db/rows.ts'
import { numberOfThreat } from '../../db/threat-numbers.queries.ts'
import type { Tables } from '../../db/tables.ts'
import { caseCounts } from '../counts/counts.queries.ts'
import { countedThreats, countedTotal, sumOfCounts } from './list/counted.queries.ts'
import { placedByField } from './list/field-order.queries.ts'
import { columnOf } from './list/own-columns.ts'
import { sortedField, sortKeyOf } from './list/own-fields.queries.ts'
import { firstPromised } from './list/promised-order.queries.ts'
import { hoursOf, promisedAt } from './list/promised-times.queries.ts'
import {
  kindsOf,
  matchingThreats,
  sourceConditions,
  whereMatched,
  whereThreats,
  type ThreatFilter,
  type ThreatScope,
} from './list/threat-filter.queries.ts'

/** The columns that a list can be sorted by; no value of a request becomes an identifier. */
const sortColumn = {
  firstSeen: 'threats.first_seen',
  lastSeen: 'threats.last_seen',
  severity: 'threats.severity',
  title: 'threats.title',
  status: 'threats.status',
  threatType: 'threats.threat_type',
  source: 'threats.source',
  score: 'threats.score',
  stagedAt: 'threats.staged_at',
} as const
export type ThreatSortField = keyof typeof sortColumn | 'promisedAt' | 'dueAt' | FieldSort

/** When a watched record is due; without a chosen interval, after the default. Index: qa_watches_pkey. */
const dueAt = (companyId: number) => sql<Date>`coalesce(
  (select w.due_at from qa_watches w where w.company_id = ${companyId} and w.threat_id = threats.id),
  threats.staged_at + make_interval(days => ${sql.lit(usualCheckDays)}))`

export type ThreatPaging = SortedPaging<ThreatSortField>

interface CaseLink {
  id: string
  status: string
}
/** A row of a list: the threat with its related fields and those of the reader. */
export type ListedRow = ThreatRow & {
  number: number
  bookmarked: boolean
  bookmark_note: string | null
  takedown: CaseLink | null
  analysis: CaseLink | null
  capture: string | null
}

/**
 * One page of threats. Ids are found with the index alone and rows are read for the page only, so deep pages are fast.
 *
 * Indexes: threats_first_seen, threats_last_seen, threats_severity, threats_title, threats_staged, and those of `placedByField` and
 * `firstPromised`. The other orders sort the rows that the filter finds, which takes 30 to 100 ms for 200,000 threats.
 */
export async function listThreatRows(
  tx: Tx,
  scope: ThreatScope,
  filter: ThreatFilter,
  paging: ThreatPaging,
): Promise<Page<ListedRow>> {
  const matching = filter.searchQuery ? matchingThreats(scope, filter) : null
  if (matching) return searchedPage(tx, scope, filter, matching, paging)
  const columns = orderOf(scope, filter, paging)
  const direction = paging.sortDirection
  const ids =
    (await idsByField(tx, scope, filter, paging)) ??
    idsByPromise(tx, scope, filter, paging) ??
    whereThreats(tx.selectFrom('threats'), scope, filter)
      .select('threats.id')
      .$call((query) => columns.reduce((sorted, column) => sorted.orderBy(column, direction), query))
      .limit(paging.limit)
      .offset((paging.pageNumber - 1) * paging.limit)
  if (Array.isArray(ids) && ids.length === 0) return pageCountedBy([], paging, () => countThreats(tx, scope, filter))
  const items = await selectListed(tx, scope)
    .where('threats.id', 'in', ids)
    .$call((query) => columns.reduce((sorted, column) => sorted.orderBy(column, direction), query))
    .execute()
  return pageCountedBy(items, paging, () => countThreats(tx, scope, filter))
}

/** The ids of a page in the order of a field that has a column; null for another order. */
async function idsByField(
  tx: Tx,
  scope: ThreatScope,
  filter: ThreatFilter,
  { sortField, sortDirection, pageNumber, limit }: ThreatPaging,
): Promise<string[] | null> {
  if (!isFieldSort(sortField)) return null
  const order = { field: sortField, direction: sortDirection }
  const placed = placedByField(tx, scope, filter, order, pageNumber * limit)
  if (!placed) return null
  const { rows } = await sql<{ id: string }>`
    with ${placed} select id from placed where place > ${(pageNumber - 1) * limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The ids of a page of the queue in the order of the promised time, for an `in`; null for another list or order. */
function idsByPromise(
  tx: Tx,
  scope: ThreatScope,
  filter: ThreatFilter,
  { sortField, sortDirection, pageNumber, limit }: ThreatPaging,
): RawBuilder<string> | null {
  if (sortField !== 'promisedAt') return null
  const first = firstPromised(tx, scope, filter, sortDirection, pageNumber * limit)
  const direction = sql.raw(sortDirection)
  return (
    first &&
    sql<string>`(select id from (${first}) as first order by promised_at ${direction}, id ${direction}
      limit ${limit} offset ${(pageNumber - 1) * limit})`
  )
}

/**
 * One page of a search. Searching for a common text costs more than reading the rows of a page, so it runs once for both the page and the
 * count.
 */
async function searchedPage(
  tx: Tx,
  scope: ThreatScope,
  filter: ThreatFilter,
  matching: RawBuilder<unknown>,
  paging: ThreatPaging,
): Promise<Page<ListedRow>> {
  const columns = orderOf(scope, filter, paging)
  const direction = paging.sortDirection
  const found = whereMatched(tx, scope, filter).select(
    columns.map((column, at) => (typeof column === 'string' ? sql.ref(column) : column).as(`c${at}`)),
  )
  const order = sql.join(columns.map((_, at) => sql`${sql.ref(`found.c${at}`)} ${sql.raw(direction)}`))
  const id = sql.ref(`found.c${columns.length - 1}`)
  const { rows } = await sql<FoundIds>`
    with matched as materialized (${matching}), found as materialized (${found})
    select array(select ${id} from found order by ${order} limit ${paging.limit}
        offset ${(paging.pageNumber - 1) * paging.limit}) as ids,
      (select count(*)::int from found) as count,
      (select count(*) > ${totalMax} from matched) as "isCut"`.execute(tx)
  const page = required(rows[0], 'result of a search')
  const items =
    page.ids.length === 0
      ? []
      : await selectListed(tx, scope)
          .where('threats.id', 'in', page.ids)
          .$call((query) => columns.reduce((sorted, column) => sorted.orderBy(column, direction), query))
          .execute()
  return foundPage(items, page, paging)
}

/**
 * A total order of a list: by the field, within a severity by first sighting, and last by id. Records without a value for a field of
 * their source come last in both directions.
 */
export function orderOf(
  { companyId, kind }: ThreatScope,
  filter: ThreatFilter,
  { sortField: field, sortDirection: direction }: Pick<ThreatPaging, 'sortField' | 'sortDirection'>,
) {
  if (field === 'promisedAt') return [promisedAt(hoursOf(companyId)), 'threats.id'] as const
  if (field === 'dueAt') return [dueAt(companyId), 'threats.id'] as const
  if (isFieldSort(field)) {
    const key = sortKeyOf(field, columnOf(sortedField(field), { ...filter, kind }))
    const isLast = direction === 'asc' ? sql<boolean>`(${key} is null)` : sql<boolean>`(${key} is not null)`
    return [isLast, key, 'threats.id'] as const
  }
  const column = sortColumn[field]
  return field === 'severity'
    ? ([column, 'threats.first_seen', 'threats.id'] as const)
    : ([column, 'threats.id'] as const)
}

/** Whether a list is sorted by a field of its source. */
export const isFieldSort = (field: ThreatSortField): field is FieldSort => field.startsWith('fields.')

/** How many threats a filter finds; at most 10,001. */
export async function countThreats(tx: Tx, scope: ThreatScope, filter: ThreatFilter): Promise<number> {
  const counted = await countedTotal(tx, scope, filter)
  if (counted !== null) return Math.min(counted, totalMax + 1)
  // What is late is the beginning of the order, so the rest of the queue isn't read.
  const late = filter.overdue && !filter.searchQuery ? firstPromised(tx, scope, filter, 'asc', totalMax + 1) : null
  if (late)
    return countUpTo(tx, { limit: (most) => sql`(select id from (${late}) as late limit ${most})` }, totalMax + 1)
  return countUpTo(tx, whereThreats(tx.selectFrom('threats'), scope, filter), totalMax + 1)
}

/** The ids of all threats that a filter finds, in a stable order. */
export async function idsOfThreats(tx: Tx, scope: ThreatScope, filter: ThreatFilter, limit: number): Promise<string[]> {
  const rows = await whereThreats(tx.selectFrom('threats'), scope, filter)
    .select('threats.id')
    .orderBy('threats.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The threats that contain a text, last seen first. */
export function threatsContaining(tx: Tx, scope: ThreatScope, searchQuery: string, limit: number) {
  return whereThreats(tx.selectFrom('threats'), scope, { searchQuery })
    .select(['threats.id', 'threats.source', 'threats.title', 'threats.status'])
    .orderBy('threats.last_seen', 'desc')
    .orderBy('threats.id')
    .limit(limit)
    .execute()
}

/** The rows of a list with their related fields. */
export function selectListed(tx: Tx, scope: ThreatScope) {
  return tx
    .selectFrom('threats')
    .selectAll('threats')
    .select([
      numberOfThreat(scope.companyId).as('number'),
      sql<boolean>`exists (select from bookmarks b where b.company_id = ${scope.companyId}
        and b.user_id = ${scope.userId} and b.threat_id = threats.id)`.as('bookmarked'),
      sql<string | null>`(select b.note from bookmarks b where b.company_id = ${scope.companyId}
        and b.user_id = ${scope.userId} and b.threat_id = threats.id)`.as('bookmark_note'),
      sql<CaseLink | null>`(select json_build_object('id', k.id, 'status', k.status) from takedowns k
        where k.company_id = ${scope.companyId} and k.threat_id = threats.id order by k.requested_at desc limit 1)`.as(
        'takedown',
      ),
      sql<CaseLink | null>`(select json_build_object('id', a.id, 'status', a.status) from deeper_analyses a
        where a.company_id = ${scope.companyId} and a.threat_id = threats.id order by a.requested_at desc limit 1)`.as(
        'analysis',
      ),
      sql<string | null>`(select e.id from evidence e where e.company_id = ${scope.companyId}
        and e.threat_id = threats.id and e.kind = 'capture'
        order by (select max(jsonb_array_length(p.places)) from lookalike_proofs p where p.company_id = ${scope.companyId}
          and p.threat_id = threats.id and p.picture = e.sha256) desc nulls last, e.captured_at desc limit 1)`.as(
        'capture',
      ),
    ])
    .where('threats.company_id', '=', scope.companyId)
}

/** One threat of the company, in the stages that the reader may see. */
export async function findThreat(
  tx: Tx,
  scope: ThreatScope,
  threatId: string,
  source?: AnySource,
): Promise<ListedRow | null> {
  const row = await selectListed(tx, scope)
    .where('threats.id', '=', threatId)
    .where('threats.kind', 'in', kindsOf(scope))
    .where('threats.stage', 'in', scope.stages)
    .$call((query) => (source !== undefined ? query.where('threats.source', '=', source) : query))
    .executeTakeFirst()
  return row ?? null
}

/** Rows locked for a change, in a stable order so that two changes can't deadlock. */
export function lockThreats(tx: Tx, scope: ThreatScope, threatIds: readonly string[]): Promise<ThreatRow[]> {
  return tx
    .selectFrom('threats')
    .selectAll()
    .where('company_id', '=', scope.companyId)
    .where('id', 'in', threatIds)
    .where('kind', 'in', kindsOf(scope))
    .where('stage', 'in', scope.stages)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Why a published record was recalled; undefined if it wasn't. Index: threats_pkey. */
export async function recallReasonOf(tx: Tx, companyId: number, threatId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('threats')
    .select('recall_reason')
    .where('company_id', '=', companyId)
    .where('id', '=', threatId)
    .executeTakeFirst()
  return row?.recall_reason ?? undefined
}

/** Changes a threat, which must be locked. Index: threats_pkey. */
export async function changeThreat(
  tx: Tx,
  companyId: number,
  threatId: string,
  change: Omit<Updateable<Tables['threats']>, 'company_id' | 'id' | 'version'>,
): Promise<void> {
  await tx
    .updateTable('threats')
    .set((set) => ({ ...change, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', threatId)
    .execute()
}

/** Sets the status of threats, which must be locked. Index: threats_pkey. */
export async function setThreatStatus(
  tx: Tx,
  companyId: number,
  threatIds: readonly string[],
  status: ThreatRow['status'],
): Promise<void> {
  await tx
    .updateTable('threats')
    .set((set) => ({ status, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', 'in', threatIds)
    .execute()
}

/**
 * A threat or tout as it is sent.
 *
 * @typeParam S the sources of the requested kind
 */
export function toThreat<S extends AnySource = ThreatSource>(
  row: ListedRow,
  hrefOf: (evidenceId: string) => string,
): Threat<S> {
  return {
    ...row.fields,
    id: row.id,
    number: threatNumberOf(row.number),
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the scope of the query has the kind; the contract checks the answer
    source: row.source as S,
    title: row.title,
    threatType: row.threat_type,
    severity: severityOfRank(row.severity),
    status: row.status,
    ...(row.category ? { category: row.category } : {}),
    ...(row.url ? { url: row.url } : {}),
    score: row.score,
    reasons: row.indicators
      .filter(({ contribution }) => contribution > 0)
      .toSorted((a, b) => b.contribution - a.contribution)
      .slice(0, 3)
      .map(({ name }) => name),
    reasonCount: row.indicators.length,
    firstSeen: row.first_seen.toISOString(),
    lastSeen: row.last_seen.toISOString(),
    publishedAt: row.published_at?.toISOString() ?? null,
    sightings: row.sightings,
    bookmarked: row.bookmarked,
    ...(row.bookmark_note === null ? {} : { bookmarkNote: row.bookmark_note }),
    takedown: row.takedown,
    deeperAnalysis: row.analysis,
    ...(row.capture ? { thumbnail: hrefOf(row.capture) } : {}),
    isDemo: row.is_demo,
    version: row.version,
  }
}

const optionsMax = 1000
const optionColumns = {
  source: 'source',
  severity: 'severity',
  type: 'threat_type',
  category: 'category',
  urlSource: 'url_source',
} as const

/**
 * The most frequent values among the threats of a scope, with their counts: severities by rank, the rest by label.
 *
 * @param filter must be one that the counts know
 */
export async function threatOptions(
  tx: Tx,
  scope: ThreatScope,
  kind: keyof typeof optionColumns,
  filter: OptionFilter,
): Promise<Option[]> {
  const rows = await countedValues(tx, scope, optionColumns[kind], filter)
  const options = rows.map(({ value, count }) => toOption(kind, value, Number(count)))
  if (kind === 'severity') {
    return options.toSorted((a, b) => rankOf(b) - rankOf(a))
  }
  return options.toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
}

type OptionFilter = Pick<ThreatFilter, 'threatSource' | 'category'>

/** The values of a column of the counts, most frequent first. */
async function countedValues(
  tx: Tx,
  scope: ThreatScope,
  column: (typeof optionColumns)[keyof typeof optionColumns] | 'status' | 'ad_source',
  filter: OptionFilter,
): Promise<{ value: string | number; count: string }[]> {
  const value = sql.ref<string | number>(`counts.${column}`)
  const counted = required(countedThreats(tx, scope, filter), 'a filter that the counts know')
  return counted
    .where(sql<boolean>`${value}::text <> ''`)
    .select([value.as('value'), sumOfCounts.as('count')])
    .groupBy(value)
    .having(sumOfCounts, '>', '0')
    .orderBy('count', 'desc')
    .limit(optionsMax)
    .execute()
}

const rankOf = ({ value }: Option) => (isOneOf(severities, value) ? severityRank[value] : 0)

function toOption(kind: string, value: string | number, count: number): Option {
  if (kind === 'severity') {
    const severity = severityOfRank(Number(value))
    return { value: severity, label: severity, count }
  }
  const text = String(value)
  if (kind === 'source') return { value: text, label: sourceLabelOf(text), count }
  return { value: text, label: text, count }
}

const facetColumns = { status: 'status', adSource: 'ad_source', urlSource: 'url_source' } as const

/** The values of one filter among the published threats of a scope, most frequent first. A threat can count for several takedown states. */
export async function facetOptions(
  tx: Tx,
  scope: ThreatScope,
  field: FacetField,
  filter: Pick<ThreatFilter, 'threatSource'>,
): Promise<Option[]> {
  const labels: Record<string, string> =
    field === 'status' ? threatStatusLabels : field === 'takedownStatus' ? takedownStatusLabels : {}
  const rows =
    field === 'takedownStatus'
      ? await takedownStates(tx, scope, filter)
      : await countedValues(tx, scope, facetColumns[field], filter)
  return rows.map(({ value, count }) => {
    const text = String(value)
    return { value: text, label: labels[text] ?? text, count: Number(count) }
  })
}

/**
 * How many threats have a takedown in each state. A second takedown of the same threat in the same state, which the counts contain too, is
 * subtracted. Indexes: those of the counts; takedowns_threat, from which alone the few repeated ones are found.
 */
async function takedownStates(tx: Tx, scope: ThreatScope, filter: Pick<ThreatFilter, 'threatSource'>) {
  const { companyId } = scope
  const cases = tx
    .selectFrom(caseCounts(companyId).as('counts'))
    .where('counts.cases', '=', 'takedowns')
    .where('counts.kind', 'in', kindsOf(scope))
    .where('counts.is_listed', '=', true)
    .where(({ and }) => and(sourceConditions('counts', filter)))
    .select(['counts.status', 'counts.count'])
  const repeated = tx
    .selectFrom('takedowns')
    .where('company_id', '=', companyId)
    // A threat has at most one open takedown (takedowns_open_uq).
    .where('status', 'not in', openTakedownStatuses)
    .select(['threat_id', 'status', sql<string>`1 - count(*)`.as('count')])
    .groupBy(['threat_id', 'status'])
    .having(sql`count(*)`, '>', 1)
  // `limit` keeps the planner, which expects many repeated ones, from reading all threats.
  const threat = whereThreats(tx.selectFrom('threats'), scope, filter)
    .where('threats.id', '=', sql<string>`repeated.threat_id`)
    .select('threats.id')
    .limit(1)
  const { rows } = await sql<{ value: string; count: string }>`
    select status as value, sum(count) as count from (
      ${cases} union all
      select repeated.status, repeated.count from ${repeated} as repeated cross join lateral ${threat} as threat
    ) counted group by status having sum(count) > 0 order by 2 desc, 1`.execute(tx)
  return rows
}

/** A threat, locked until the transaction ends. Index: threats_pkey. */
export function lockThreat(tx: Tx, companyId: number, threatId: string) {
  return tx
    .selectFrom('threats')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', threatId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
