import type * as contract from '@signet/contract/requests/analysis-work'
import type { BodyOf } from '@signet/contract/route'
import type { Context } from '../../app/context.ts'
import type { Handler } from '../../app/handler.ts'
import { AppError, found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { storedFilesOf } from '../evidence/files.queries.ts'
import { analysisDetail, lockOpenAnalysis, refuseTooMany } from './analysis-detail.ts'
import { findingsOf, insertFinding, removeFinding, setFinding } from './analysis-parts.queries.ts'
import { raiseVersion } from './list-analyses.queries.ts'

export const addAnalysisFinding: Handler<typeof contract.addAnalysisFinding> = async (context, { params, body }) => {
  const analysis = await lockOpenAnalysis(context, params.analysisId)
  const analysisId = analysis.id
  await refuseTooMany(context, 'analysis_findings', analysisId)
  const row = await rowOf(context, analysisId, body)
  const findingId = await insertFinding(context.tx, {
    company_id: context.company.id,
    analysis_id: analysisId,
    released_at: null,
    ...row,
  })
  await raiseVersion(context.tx, analysis)
  await record(context, 'added', analysisId, findingId, body.title)
  return analysisDetail(context, analysisId)
}

export const changeAnalysisFinding: Handler<typeof contract.changeAnalysisFinding> = async (
  context,
  { params, body },
) => {
  const { version, ...written } = body
  const of = await lockDraft(context, params, version)
  await setFinding(context.tx, of, await rowOf(context, of.analysisId, written))
  await record(context, 'changed', of.analysisId, of.findingId, body.title)
  return analysisDetail(context, of.analysisId)
}

export const removeAnalysisFinding: Handler<typeof contract.removeAnalysisFinding> = async (
  context,
  { params, query },
) => {
  const of = await lockDraft(context, params, query.version)
  await removeFinding(context.tx, of)
  await record(context, 'removed', of.analysisId, of.findingId, of.title)
  return analysisDetail(context, of.analysisId)
}

/**
 * A finding that may still change; its analysis is locked and has a new version, so that no report is released without a look at it.
 *
 * @throws AppError `NOT_FOUND` if the analysis has no such finding
 * @throws AppError `CONFLICT` if the analysis is closed, the finding was released, or another version of it was read
 */
async function lockDraft(context: Context, params: { analysisId: string; findingId: string }, version: number) {
  const { tx, company } = context
  const analysis = await lockOpenAnalysis(context, params.analysisId)
  const analysisId = analysis.id
  const all = await findingsOf(tx, company.id, analysisId, { onlyReleased: false })
  const draft = found(
    all.find(({ id }) => id === params.findingId),
    'finding',
  )
  if (draft.releasedAt) throw new AppError('FINDING_RELEASED')
  if (version !== draft.version) throw new AppError('STALE_VERSION_BY', { what: 'finding', name: draft.by })
  await raiseVersion(tx, analysis)
  return { companyId: company.id, analysisId, findingId: draft.id, title: draft.title }
}

/** @throws AppError `BAD_REQUEST` for a file that isn't one of the case */
async function rowOf(
  { tx, company, actor }: Context,
  analysisId: string,
  { title, text, confidence, fileIds }: BodyOf<typeof contract.addAnalysisFinding>,
) {
  const files = new Set((await storedFilesOf(tx, company.id, 'deeperAnalysis', analysisId)).map(({ id }) => id))
  const unknown = fileIds.findIndex((id) => !files.has(id))
  if (unknown !== -1) throw new AppError('NOT_A_CASE_FILE', {}, { at: `body.fileIds.${unknown}` })
  return { title, text, confidence, file_ids: fileIds, by_name: actor.name }
}

const record = (
  context: Context,
  change: 'added' | 'changed' | 'removed',
  analysisId: string,
  findingId: string,
  title: string,
) =>
  recordAudit(context, {
    action: `analysisFinding.${change}`,
    targetType: 'analysisFinding',
    targetId: findingId,
    after: { analysisId, remark: title },
  })
