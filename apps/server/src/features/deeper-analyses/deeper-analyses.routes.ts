import type * as contract from '@signet/contract/deeper-analyses'
import type { addAnalysisFile as addFile } from '@signet/contract/files'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Handler } from '../../http/mount-contract.ts'
import { auditOf, recordAudit } from '../audit/audit.queries.ts'
import { historyText } from '../audit/history-text.ts'
import { filesOf, filesOfMany, insertFile } from '../evidence/files.queries.ts'
import { analysisOptions, findAnalysis, listAnalysisRows, toDeeperAnalysis } from './list-analyses.queries.ts'
import { moveAnalysis } from './move-analysis.ts'

export const listDeeperAnalyses: Handler<typeof contract.listDeeperAnalyses> = async (context, { query }) => {
  const page = await listAnalysisRows(context.tx, context.company.id, query)
  const files = await filesOfMany(
    context,
    'deeperAnalysis',
    page.items.map(({ id }) => id),
  )
  return { ...page, items: page.items.map((row) => toDeeperAnalysis(row, context.company, files.get(row.id) ?? [])) }
}

/** @throws AppError `NOT_FOUND` when the analysis is outside the company */
export const getDeeperAnalysis: Handler<typeof contract.getDeeperAnalysis> = (context, { params }) =>
  detailOf(context, params.analysisId)

export const moveDeeperAnalysis: Handler<typeof contract.moveDeeperAnalysis> = async (context, { params, body }) => {
  await moveAnalysis(context, params.analysisId, body)
  return detailOf(context, params.analysisId)
}

/** @throws AppError `NOT_FOUND` when the analysis is outside the company */
export const addAnalysisFile: Handler<typeof addFile> = async (context, { params, file }) => {
  const row = await findAnalysis(context.tx, context.company.id, params.analysisId)
  if (!row) throw new AppError('NOT_FOUND', 'There is no such deeper analysis.')
  const added = await insertFile(context, { owner: 'deeperAnalysis', ownerId: row.id, ...file })
  await recordAudit(context, {
    action: 'deeperAnalysis.fileAdded',
    targetType: 'deeperAnalysis',
    targetId: row.id,
    after: { fileId: added.id, ...file },
  })
  return added
}

async function detailOf(context: Context, analysisId: string): Promise<contract.DeeperAnalysisDetail> {
  const row = await findAnalysis(context.tx, context.company.id, analysisId)
  if (!row) throw new AppError('NOT_FOUND', 'There is no such deeper analysis.')
  const audited = await auditOf(context.tx, context.company.id, [row.id])
  return {
    ...toDeeperAnalysis(row, context.company, await filesOf(context, 'deeperAnalysis', row.id)),
    events: audited.map((entry) => {
      const remark = (entry.after as { remark?: string } | null)?.remark
      return {
        id: entry.id,
        at: entry.at.toISOString(),
        by: entry.by_name,
        action: entry.action,
        text: historyText(entry.action, entry.after),
        ...(remark ? { remark } : {}),
      }
    }),
  }
}

export const getAnalysisSources: Handler<typeof contract.getAnalysisSources> = (context) =>
  analysisOptions(context.tx, context.company.id, 'source', {})
export const getAnalysisTypes: Handler<typeof contract.getAnalysisTypes> = (context, { query }) =>
  analysisOptions(context.tx, context.company.id, 'type', query)
export const getAnalysisSeverities: Handler<typeof contract.getAnalysisSeverities> = (context, { query }) =>
  analysisOptions(context.tx, context.company.id, 'severity', query)
export const getAnalysisStatuses: Handler<typeof contract.getAnalysisStatuses> = (context) =>
  analysisOptions(context.tx, context.company.id, 'status', {})
