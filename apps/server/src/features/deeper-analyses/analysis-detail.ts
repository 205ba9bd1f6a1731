import { can } from '@signet/contract/access/permissions'
import { analysisPartsMax } from '@signet/contract/requests/analysis-parts'
import { openAnalysisStatuses, type DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { isOneOf } from '@signet/contract/narrow'
import type { Context } from '../../app/context.ts'
import { AppError, found } from '../../errors.ts'
import { zoneOfCompany } from '../companies/company-zone.ts'
import type { HistoryEvent } from '@signet/contract/threats/threats'
import { caseEvents } from '../cases/case-events.ts'
import { latestAfter } from '../audit/audit.queries.ts'
import { remarkIn } from '../audit/history-text.ts'
import { filesOf, toFile } from '../evidence/files.queries.ts'
import { reportsOfAnalysis } from '../reports/reports.queries.ts'
import { countParts, findingsOf, questionsOf, relationsOf, removedFindings, tasksOf } from './analysis-parts.queries.ts'
import { withAssignee } from '../cases/case-list.queries.ts'
import { analysisCases } from '../cases/deeper-analyses.queries.ts'
import { findAnalysis, lockAnalysis, toDeeperAnalysis, type AnalysisWithThreat } from './list-analyses.queries.ts'

/** @throws AppError `NOT_FOUND` if the analysis is outside the company */
export async function analysisOf({ tx, company }: Context, analysisId: string): Promise<AnalysisWithThreat> {
  return found(await findAnalysis(tx, company.id, analysisId), 'deeperAnalysis')
}

/**
 * An analysis whose parts may change, locked so that it doesn't end in between.
 *
 * @param version the version that was last read, for changes that depend on it
 * @throws AppError `NOT_FOUND` if the analysis is outside the company
 * @throws AppError `CONFLICT` if it is closed, or has changed since it was read
 */
export async function lockOpenAnalysis(
  { tx, company }: Context,
  analysisId: string,
  version?: number,
): Promise<AnalysisWithThreat> {
  const row = found(await lockAnalysis(tx, company.id, analysisId), 'deeperAnalysis')
  if (!isOneOf(openAnalysisStatuses, row.status)) throw new AppError('ANALYSIS_CLOSED')
  if (version !== undefined && version !== row.version) throw new AppError('STALE_VERSION', { what: 'deeperAnalysis' })
  return row
}

/** @throws AppError `CONFLICT` if the analysis, which must be locked, has as many parts of this kind as it may have */
export async function refuseTooMany(
  { tx, company }: Context,
  table: Parameters<typeof countParts>[1],
  analysisId: string,
): Promise<void> {
  if ((await countParts(tx, table, company.id, analysisId)) >= analysisPartsMax) {
    throw new AppError('TOO_MANY_ANALYSIS_PARTS', { max: analysisPartsMax })
  }
}

/**
 * One analysis with all of its parts that the reader may see.
 *
 * @throws AppError `NOT_FOUND` if the analysis is outside the company
 */
export async function analysisDetail(context: Context, analysisId: string): Promise<DeeperAnalysisDetail> {
  const { tx, company, actor } = context
  const row = await withAssignee(tx, analysisCases, await analysisOf(context, analysisId))
  const isAnalyst = can(actor.role, 'analyses:move')
  const tasks = isAnalyst ? await tasksOf(tx, company.id, row.id) : undefined
  const findings = await findingsOf(tx, company.id, row.id, { onlyReleased: !isAnalyst })
  const reports = await reportsOfAnalysis(tx, company.id, row.id)
  const internal = isAnalyst
    ? [...[...(tasks ?? []), ...findings].map(({ id }) => id), ...(await removedFindings(tx, company.id, row.id))]
    : []
  return {
    ...toDeeperAnalysis(row, company, {
      zone: await zoneOfCompany(tx, company.id),
      files: await filesOf(context, 'deeperAnalysis', row.id),
    }),
    questions: await questionsOf(tx, company.id, row.id),
    ...(tasks ? { tasks } : {}),
    findings,
    relations: await relationsOf(tx, company.id, row.id),
    reports: reports.map((report) => ({ ...toFile(report, context.fileHref), by: report.published_by_name })),
    events: await withQuestion(context, row.threat_id, await caseEvents(context, row.id, internal)),
  }
}

/** The remark of a decision is stored with the threat. What the client asked with it belongs to the request of the analysis as well. */
async function withQuestion(
  { tx, company }: Pick<Context, 'tx' | 'company'>,
  threatId: string,
  events: readonly HistoryEvent[],
): Promise<HistoryEvent[]> {
  const requested = events.find(({ action }) => action === 'deeperAnalysis.requested')
  if (!requested) return [...events]
  const decision = { targetId: threatId, action: 'threat.deeperAnalysis', upTo: new Date(requested.at) }
  const asked = remarkIn(await latestAfter(tx, company.id, decision))
  return events.map((event) => (event === requested ? { ...event, ...asked } : event))
}
