import { sql, type RawBuilder } from 'kysely'
import type { caseFields, DueFilter } from '@signet/contract/takedowns/cases'
import { severityOfRank, severityRank, type Severity } from '@signet/contract/threats/severities'
import { sourceLabelOf, type AnySource, type Kind } from '@signet/contract/threats/sources'
import type { AssignedFilter, Assignee } from '@signet/contract/threats/assignees'
import type { Option, Page, SortedPaging } from '@signet/contract/wire'
import type * as z from 'zod/mini'
import type { CompanyRef } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import { anyOf, isSoon } from '../../db/due-soon.ts'
import { assigneesOf, isAssigned } from '../assignees/assignments.queries.ts'
import { rangeOf } from '../../app/range.ts'
import { isId } from '../../db/search-text.ts'
import { caseCounts } from '../counts/counts.queries.ts'

/*
 * Takedowns and deeper analyses are lists of the same form: cases with fields of their threat. This is their shared list; only the table
 * and the names of the statuses differ.
 */

/** One kind of case. */
export interface CaseKind<Status extends string> {
  table: 'takedowns' | 'deeper_analyses'
  assigned: 'takedown' | 'deeperAnalysis'
  statusLabels: Record<Status, string>
  /** In the order of progress. */
  statuses: readonly Status[]
  /** The statuses of cases that the team still works on. */
  runningStatuses: readonly Status[]
  /** When a case should be done, as an expression over `cases` and `threats`. */
  dueAt: RawBuilder<Date>
  /**
   * Whether that time is before an instant, by default now, as a condition over `cases` alone, for counting them without reading all their
   * threats.
   */
  isOverdue(companyId: number | RawBuilder<number>, at?: RawBuilder<unknown>): RawBuilder<boolean>
  /** Holds for every case that isn't overdue, and finds the few that it holds for by an index or among few. */
  mayBeInTime: RawBuilder<boolean>
}

/** The columns every kind has. */
export interface CaseColumns {
  company_id: number
  id: string
  threat_id: string
  status: string
  requested_by_name: string
  requested_at: Date
  updated_at: Date
  is_demo: boolean
  version: number
}

/** The fields that come from the threat of a case. */
export interface CaseThreat {
  kind: Kind
  source: AnySource
  title: string
  threat_type: string
  severity: number
  /** Only if the reader is to see it. */
  assignedTo?: Assignee | undefined
}

/** A filter of a list of cases. */
export interface CaseFilter {
  fromDate?: string | undefined
  toDate?: string | undefined
  threatSeverity?: readonly Severity[] | undefined
  threatType?: readonly string[] | undefined
  threatSource?: readonly AnySource[] | undefined
  statuses?: readonly string[] | undefined
  assigned?: readonly AssignedFilter[] | undefined
  due?: readonly DueFilter[] | undefined
  searchQuery?: string | undefined
}

const sorts: Record<string, ReturnType<typeof sql<unknown>>> = {
  requestedAt: sql.ref('cases.requested_at'),
  updatedAt: sql.ref('cases.updated_at'),
  severity: sql.ref('threats.severity'),
  title: sql.ref('threats.title'),
  status: sql.ref('cases.status'),
  source: sql.ref('threats.source'),
}

/** Whether the team still works on a case, as a condition over `cases`. */
export const isRunning = ({ runningStatuses }: CaseKind<string>): RawBuilder<boolean> =>
  sql<boolean>`cases.status = any (${[...runningStatuses]})`

/** Whether a running case is past its target time, as a condition over `cases` and `threats`. */
export const isOverdue = (kind: CaseKind<string>): RawBuilder<boolean> =>
  sql<boolean>`(${isRunning(kind)} and ${kind.dueAt} < now())`

/** Whether one of these holds for a running case, as a condition over `cases` and `threats`. */
function isDue(kind: CaseKind<string>, due: readonly DueFilter[]): RawBuilder<boolean> {
  const conditions = { overdue: isOverdue(kind), dueSoon: sql<boolean>`(${isRunning(kind)} and ${isSoon(kind.dueAt)})` }
  return anyOf(due.map((filter) => conditions[filter]))
}

/** The cases of a company joined with their threats, as `cases` and `threats`. */
export function selectCases(tx: Tx, { table }: Pick<CaseKind<string>, 'table'>, companyId: number) {
  return tx
    .selectFrom(sql<CaseColumns>`${sql.table(table)}`.as('cases'))
    .innerJoin('threats', (join) =>
      join.onRef('threats.company_id', '=', 'cases.company_id').onRef('threats.id', '=', 'cases.threat_id'),
    )
    .where('cases.company_id', '=', companyId)
}
export type Cases = ReturnType<typeof selectCases>

/** Narrows cases to a filter of their list. */
export function whereCases(query: Cases, filter: CaseFilter): Cases {
  const { from, until } = rangeOf(filter)
  let narrowed = query
  if (from) narrowed = narrowed.where('cases.requested_at', '>=', from)
  if (until) narrowed = narrowed.where('cases.requested_at', '<', until)
  if (filter.threatSeverity?.length) {
    const ranks = filter.threatSeverity.map((name) => severityRank[name])
    narrowed = narrowed.where('threats.severity', 'in', ranks)
  }
  if (filter.threatType?.length) narrowed = narrowed.where('threats.threat_type', 'in', filter.threatType)
  if (filter.threatSource?.length) narrowed = narrowed.where('threats.source', 'in', filter.threatSource)
  if (filter.statuses?.length) narrowed = narrowed.where('cases.status', 'in', filter.statuses)
  if (filter.searchQuery)
    // People enter or paste the complete id of a case or of its threat.
    narrowed = narrowed.where(
      isId(filter.searchQuery)
        ? sql<boolean>`${filter.searchQuery}::uuid in (cases.id, threats.id)`
        : sql<boolean>`strpos(lower(threats.title), lower(${filter.searchQuery})) > 0`,
    )
  return narrowed
}

const sumOfCounts = sql<string>`sum(counts.count)`

/** The counts of the cases that `whereCases` finds for the same filter, as `counts`; without dates and searches. */
function countedCases(
  tx: Tx,
  { table }: Pick<CaseKind<string>, 'table'>,
  companyId: number,
  filter: Pick<CaseFilter, 'threatSeverity' | 'threatType' | 'threatSource' | 'statuses'>,
) {
  let counted = tx.selectFrom(caseCounts(companyId).as('counts')).where('counts.cases', '=', table)
  if (filter.threatSeverity?.length) {
    const ranks = filter.threatSeverity.map((name) => severityRank[name])
    counted = counted.where('counts.severity', 'in', ranks)
  }
  if (filter.threatType?.length) counted = counted.where('counts.threat_type', 'in', filter.threatType)
  if (filter.threatSource?.length) counted = counted.where('counts.source', 'in', filter.threatSource)
  if (filter.statuses?.length) counted = counted.where('counts.status', 'in', filter.statuses)
  return counted
}

const withThreat = (query: Cases) =>
  query
    .selectAll('cases')
    .select(['threats.kind', 'threats.source', 'threats.title', 'threats.threat_type', 'threats.severity'])

/**
 * One page of cases. Indexes: takedowns_requested, deeper_analyses_threat.
 *
 * @typeParam Row the row of the kind's table
 */
export async function listCases<Row extends CaseColumns>(
  tx: Tx,
  kind: CaseKind<string>,
  reader: { companyId: number; userId: string },
  query: CaseFilter & SortedPaging<string>,
): Promise<Page<Row & CaseThreat>> {
  const { companyId } = reader
  const { assigned, due } = query
  let filtered = whereCases(selectCases(tx, kind, companyId), query)
  if (assigned?.length) filtered = filtered.where(isAssigned(reader, kind.assigned, assigned, sql.ref('cases.id')))
  if (due?.length) filtered = filtered.where(isDue(kind, due))
  const isCounted = !assigned?.length && !due?.length && !query.fromDate && !query.toDate && !query.searchQuery
  const { count } = isCounted
    ? await countedCases(tx, kind, companyId, query)
        .select(sql<string>`coalesce(${sumOfCounts}, 0)`.as('count'))
        .executeTakeFirstOrThrow()
    : await filtered.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const sort = query.sortField === 'dueAt' ? kind.dueAt : sorts[query.sortField]
  if (!sort) throw new Error(`no order of cases by ${query.sortField}`)
  const items = await withThreat(filtered)
    .orderBy(sort, query.sortDirection)
    .orderBy('cases.id', query.sortDirection)
    .limit(query.limit)
    .offset((query.pageNumber - 1) * query.limit)
    .$castTo<Row & CaseThreat>()
    .execute()
  const ids = items.map(({ id }) => id)
  const assignees = await assigneesOf(tx, companyId, kind.assigned, ids)
  return {
    items: items.map((row) => ({ ...row, assignedTo: assignees.get(row.id) })),
    total: Number(count),
    pageNumber: query.pageNumber,
    limit: query.limit,
  }
}

/** A case with the user it is assigned to. Index: assignments_pkey. */
export async function withAssignee<Row extends CaseColumns & CaseThreat>(
  tx: Tx,
  kind: Pick<CaseKind<string>, 'assigned'>,
  row: Row,
): Promise<Row> {
  const assignees = await assigneesOf(tx, row.company_id, kind.assigned, [row.id])
  return { ...row, assignedTo: assignees.get(row.id) }
}

/** These cases of a company, locked in a stable order until the transaction ends; their threats aren't. */
export async function lockCases(tx: Tx, kind: CaseKind<string>, companyId: number, caseIds: readonly string[]) {
  await sql`select from ${sql.table(kind.table)} where company_id = ${companyId} and id = any (${[...caseIds]}::uuid[])
    order by id for update`.execute(tx)
  return withThreat(selectCases(tx, kind, companyId))
    .where('cases.id', 'in', caseIds)
    .orderBy('cases.id')
    .execute()
}

/** One case of a company. */
export async function findCase<Row extends CaseColumns>(
  tx: Tx,
  kind: CaseKind<string>,
  companyId: number,
  caseId: string,
): Promise<(Row & CaseThreat) | null> {
  const [row] = await withThreat(selectCases(tx, kind, companyId))
    .where('cases.id', '=', caseId)
    .$castTo<Row & CaseThreat>()
    .execute()
  return row ?? null
}

const optionColumns = {
  source: 'counts.source',
  type: 'counts.threat_type',
  severity: 'counts.severity',
  status: 'counts.status',
} as const
type OptionKind = keyof typeof optionColumns

/**
 * The values that occur among the cases, with their counts: severities from most to least severe, statuses by progress, the rest by label.
 */
export async function caseOptions(
  tx: Tx,
  kind: CaseKind<string>,
  companyId: number,
  what: OptionKind,
  filter: Pick<CaseFilter, 'threatSource'> = {},
): Promise<Option[]> {
  const column = sql.ref<string | number>(optionColumns[what])
  const rows = await countedCases(tx, kind, companyId, filter)
    .select([column.as('value'), sumOfCounts.as('count')])
    .groupBy(column)
    .having(sumOfCounts, '>', '0')
    .execute()
  return rows
    .map(({ value, count }) => {
      const label = labelOf(kind, what, value)
      return { order: orderOf(kind, what, value), label, value: what === 'severity' ? label : String(value), count }
    })
    .toSorted((a, b) => a.order - b.order || a.label.localeCompare(b.label, 'en'))
    .map(({ label, value, count }) => ({ value, label, count: Number(count) }))
}

function labelOf({ statusLabels }: CaseKind<string>, what: OptionKind, value: string | number): string {
  if (what === 'severity') return severityOfRank(Number(value))
  if (what === 'source') return sourceLabelOf(value)
  if (what === 'status') return statusLabels[value] ?? String(value)
  return String(value)
}

function orderOf({ statuses }: CaseKind<string>, what: OptionKind, value: string | number): number {
  if (what === 'severity') return -Number(value)
  return what === 'status' ? statuses.indexOf(String(value)) : 0
}

type CaseFields = { [K in keyof typeof caseFields]: z.output<(typeof caseFields)[K]> }

/** The fields that every kind of case sends. */
export function toCase<Status extends string>(
  row: CaseColumns & CaseThreat & { status: Status },
  { statusLabels }: CaseKind<Status>,
  company: CompanyRef,
): Omit<CaseFields, 'steps' | 'assignedTo'> & { status: Status; assignedTo?: Assignee } {
  return {
    id: row.id,
    threatId: row.threat_id,
    company: company.key,
    kind: row.kind,
    source: row.source,
    title: row.title,
    threatType: row.threat_type,
    severity: severityOfRank(row.severity),
    status: row.status,
    statusLabel: statusLabels[row.status],
    requestedBy: row.requested_by_name,
    requestedAt: row.requested_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.assignedTo ? { assignedTo: row.assignedTo } : {}),
    isDemo: row.is_demo,
    version: row.version,
  }
}
