import type * as contract from '@signet/contract/requests/deeper-analyses'
import type { getAnalysisDueFigures as getDueFigures } from '@signet/contract/requests/analysis-work'
import { dayMs } from '@signet/contract/time'
import type { addAnalysisFile as addFile } from '@signet/contract/threats/files'
import type { Handler } from '../../app/handler.ts'
import type { DeeperAnalysisRow } from '../../db/rows.ts'
import { zoneOfCompany } from '../companies/company-zone.ts'
import { found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { filesOfMany, insertFile, refuseTooManyFiles } from '../evidence/files.queries.ts'
import { writeOnCase } from '../cases/case-events.ts'
import { caseOptions, listCases } from '../cases/case-list.queries.ts'
import { analysisDetail, analysisOf } from './analysis-detail.ts'
import { dueFigures } from './analysis-due.queries.ts'
import { analysisCases } from '../cases/deeper-analyses.queries.ts'
import { lockAnalysis, toDeeperAnalysis, type AnalysisWithThreat } from './list-analyses.queries.ts'
import { moveAnalysis } from './move-analysis.ts'

export const listDeeperAnalyses: Handler<typeof contract.listDeeperAnalyses> = async (context, { query }) => {
  const { deeperAnalysisStatus: statuses, ...rest } = query
  const reader = { companyId: context.company.id, userId: context.actor.userId }
  const page = await listCases<DeeperAnalysisRow>(context.tx, analysisCases, reader, { ...rest, statuses })
  const files = await filesOfMany(
    context,
    'deeperAnalysis',
    page.items.map(({ id }) => id),
  )
  const zone = await zoneOfCompany(context.tx, context.company.id)
  const toItem = (row: AnalysisWithThreat) =>
    toDeeperAnalysis(row, context.company, { zone, files: files.get(row.id) ?? [] })
  return { ...page, items: page.items.map(toItem) }
}

/** @throws AppError `NOT_FOUND` if the analysis is outside the company */
export const getDeeperAnalysis: Handler<typeof contract.getDeeperAnalysis> = (context, { params }) =>
  analysisDetail(context, params.analysisId)

export const moveDeeperAnalysis: Handler<typeof contract.moveDeeperAnalysis> = async (context, { params, body }) => {
  await moveAnalysis(context, params.analysisId, body)
  return analysisDetail(context, params.analysisId)
}

/** @throws AppError `NOT_FOUND` if the analysis is outside the company, `CONFLICT` if it has too many files */
export const addAnalysisFile: Handler<typeof addFile> = async (context, { params, file }) => {
  const row = found(await lockAnalysis(context.tx, context.company.id, params.analysisId), 'deeperAnalysis')
  await refuseTooManyFiles(context, 'deeperAnalysis', row.id)
  const added = await insertFile(context, { owner: 'deeperAnalysis', ownerId: row.id, ...file })
  await recordAudit(context, {
    action: 'deeperAnalysis.fileAdded',
    targetType: 'deeperAnalysis',
    targetId: row.id,
    after: { fileId: added.id, name: file.name, type: file.type, size: file.size, sha256: file.sha256 },
  })
  return added
}

/** @throws AppError `NOT_FOUND` if the analysis is outside the company */
export const writeOnAnalysis: Handler<typeof contract.writeOnAnalysis> = async (context, { params, body }) => {
  await writeOnCase(context, 'analysis', await analysisOf(context, params.analysisId), body.text)
  return analysisDetail(context, params.analysisId)
}

export const getAnalysisSources: Handler<typeof contract.getAnalysisSources> = ({ tx, company }) =>
  caseOptions(tx, analysisCases, company.id, 'source')
export const getAnalysisTypes: Handler<typeof contract.getAnalysisTypes> = ({ tx, company }, { query }) =>
  caseOptions(tx, analysisCases, company.id, 'type', query)
export const getAnalysisSeverities: Handler<typeof contract.getAnalysisSeverities> = ({ tx, company }, { query }) =>
  caseOptions(tx, analysisCases, company.id, 'severity', query)
export const getAnalysisStatuses: Handler<typeof contract.getAnalysisStatuses> = ({ tx, company }) =>
  caseOptions(tx, analysisCases, company.id, 'status')

export const getAnalysisDueFigures: Handler<typeof getDueFigures> = ({ tx, company }, { query }) =>
  dueFigures(tx, company.id, new Date(Date.now() - query.daysBack * dayMs))
