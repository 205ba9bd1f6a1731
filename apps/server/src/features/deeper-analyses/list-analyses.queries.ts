import { sql } from 'kysely'
import {
  analysisStatusLabels,
  analysisStatuses,
  analysisSteps,
  type AnalysisStatus,
  type DeeperAnalysis,
  type DeeperAnalysisListQuery,
} from '@signet/contract/deeper-analyses'
import { severityOfRank, severityRank } from '@signet/contract/severities'
import { everySource, type AnySource, type Kind } from '@signet/contract/sources'
import type { File, Option, Page } from '@signet/contract/wire'
import type { CompanyRef } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { rangeOf } from '../../db/range.ts'
import type { DeeperAnalysisRow } from '../../db/schema.ts'

const sortColumn = {
  requestedAt: 'deeper_analyses.requested_at',
  updatedAt: 'deeper_analyses.updated_at',
  severity: 'threats.severity',
  title: 'threats.title',
  status: 'deeper_analyses.status',
  source: 'threats.source',
} as const

const optionColumn = {
  source: 'threats.source',
  type: 'threats.threat_type',
  severity: 'threats.severity',
  status: 'deeper_analyses.status',
} as const
type OptionKind = keyof typeof optionColumn

/** A deeper analysis with what its threat says. */
export type AnalysisWithThreat = DeeperAnalysisRow & {
  kind: Kind
  source: AnySource
  title: string
  threat_type: string
  severity: number
}

function selectAnalyses(tx: Tx, companyId: number) {
  return tx
    .selectFrom('deeper_analyses')
    .innerJoin('threats', (join) =>
      join
        .onRef('threats.company_id', '=', 'deeper_analyses.company_id')
        .onRef('threats.id', '=', 'deeper_analyses.threat_id'),
    )
    .where('deeper_analyses.company_id', '=', companyId)
}

function whereAnalyses(query: ReturnType<typeof selectAnalyses>, filter: Partial<DeeperAnalysisListQuery>) {
  const { from, until } = rangeOf(filter)
  let narrowed = query
  if (from) narrowed = narrowed.where('deeper_analyses.requested_at', '>=', from)
  if (until) narrowed = narrowed.where('deeper_analyses.requested_at', '<', until)
  if (filter.threatSeverity?.length) {
    const ranks = filter.threatSeverity.map((name) => severityRank[name])
    narrowed = narrowed.where('threats.severity', 'in', ranks)
  }
  if (filter.threatType?.length) narrowed = narrowed.where('threats.threat_type', 'in', filter.threatType)
  if (filter.threatSource?.length) narrowed = narrowed.where('threats.source', 'in', filter.threatSource)
  if (filter.deeperAnalysisStatus?.length)
    narrowed = narrowed.where('deeper_analyses.status', 'in', filter.deeperAnalysisStatus)
  if (filter.searchQuery)
    narrowed = narrowed.where(sql<boolean>`strpos(lower(threats.title), lower(${filter.searchQuery})) > 0`)
  return narrowed
}

/** One page of deeper analyses. Index: deeper_analyses_requested. */
export async function listAnalysisRows(
  tx: Tx,
  companyId: number,
  query: DeeperAnalysisListQuery,
): Promise<Page<AnalysisWithThreat>> {
  const filtered = whereAnalyses(selectAnalyses(tx, companyId), query)
  const { count } = await filtered
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const items = await filtered
    .selectAll('deeper_analyses')
    .select(['threats.kind', 'threats.source', 'threats.title', 'threats.threat_type', 'threats.severity'])
    .orderBy(sortColumn[query.sortField], query.sortDirection)
    .orderBy('deeper_analyses.id', query.sortDirection)
    .limit(query.limit)
    .offset((query.pageNumber - 1) * query.limit)
    .execute()
  return { items, total: Number(count), pageNumber: query.pageNumber, limit: query.limit }
}

/** One deeper analysis of the company. */
export async function findAnalysis(tx: Tx, companyId: number, analysisId: string): Promise<AnalysisWithThreat | null> {
  const row = await selectAnalyses(tx, companyId)
    .selectAll('deeper_analyses')
    .select(['threats.kind', 'threats.source', 'threats.title', 'threats.threat_type', 'threats.severity'])
    .where('deeper_analyses.id', '=', analysisId)
    .executeTakeFirst()
  return row ?? null
}

/** The values that occur among the deeper analyses, with their counts. */
export async function analysisOptions(
  tx: Tx,
  companyId: number,
  kind: OptionKind,
  filter: { threatSource?: AnySource[] | undefined },
): Promise<Option[]> {
  const column = sql.ref<string | number>(optionColumn[kind])
  const rows = await whereAnalyses(selectAnalyses(tx, companyId), filter)
    .select([column.as('value'), (select) => select.fn.countAll<string>().as('count')])
    .groupBy(column)
    .execute()
  return rows
    .map(({ value, count }) => ({ order: orderOf(kind, value), label: labelOf(kind, value), value, count }))
    .toSorted((a, b) => a.order - b.order || a.label.localeCompare(b.label, 'en'))
    .map(({ label, value, count }) => ({
      value: kind === 'severity' ? label : String(value),
      label,
      count: Number(count),
    }))
}

function labelOf(kind: OptionKind, value: string | number): string {
  if (kind === 'severity') return severityOfRank(Number(value))
  if (kind === 'source') return everySource[value as AnySource].label
  if (kind === 'status') return analysisStatusLabels[value as AnalysisStatus]
  return String(value)
}

/** Severities worst first, statuses by progress, the rest by label alone. */
function orderOf(kind: OptionKind, value: string | number): number {
  if (kind === 'severity') return -Number(value)
  if (kind === 'status') return analysisStatuses.indexOf(value as AnalysisStatus)
  return 0
}

/** A deeper analysis as it is sent. */
export function toDeeperAnalysis(row: AnalysisWithThreat, company: CompanyRef, files: File[]): DeeperAnalysis {
  const requestedAt = row.requested_at.toISOString()
  const updatedAt = row.updated_at.toISOString()
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
    statusLabel: analysisStatusLabels[row.status],
    // The last change is the one that led to the status; what the case itself recorded is more exact.
    steps: analysisSteps(row.status, { requested: requestedAt, [row.status]: updatedAt, ...row.reached_at }),
    files,
    requestedBy: row.requested_by_name,
    requestedAt,
    updatedAt,
    isDemo: row.is_demo,
    version: row.version,
  }
}
