import type { RelationKind } from '@signet/contract/requests/analysis-parts'
import type * as contract from '@signet/contract/requests/analysis-work'
import type { Context } from '../../app/context.ts'
import type { Handler } from '../../app/handler.ts'
import { found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { findTakedown } from '../cases/takedowns.queries.ts'
import { publishedScope } from '../threats/list/threat-filter.queries.ts'
import { findThreat } from '../threats/threats.queries.ts'
import { analysisDetail, lockOpenAnalysis, refuseTooMany } from './analysis-detail.ts'
import { campaignNumber, insertRelation, removeRelation } from './analysis-parts.queries.ts'

/** @throws AppError `NOT_FOUND` if the analysis or the record is outside the company */
export const relateToAnalysis: Handler<typeof contract.relateToAnalysis> = async (context, { params, body }) => {
  const { tx, company, actor } = context
  const { kind, id, isRelated } = body
  const row = await lockOpenAnalysis(context, params.analysisId)
  const name = await nameOf(context, kind, id)
  const of = { companyId: company.id, analysisId: row.id, kind, id }
  if (isRelated) await refuseTooMany(context, 'analysis_relations', row.id)
  const isChanged = isRelated ? await insertRelation(tx, of, actor.name) : await removeRelation(tx, of)
  if (isChanged) {
    await recordAudit(context, {
      action: isRelated ? 'deeperAnalysis.related' : 'deeperAnalysis.unrelated',
      targetType: 'deeperAnalysis',
      targetId: row.id,
      after: { kind, id, remark: name },
    })
  }
  return analysisDetail(context, row.id)
}

/** The title of a threat or takedown, or the number of a campaign. */
async function nameOf(context: Context, kind: RelationKind, id: string): Promise<string> {
  const { tx, company } = context
  switch (kind) {
    case 'threat':
      return found(await findThreat(tx, publishedScope(context, 'either'), id), 'threat').title
    case 'takedown':
      return found(await findTakedown(tx, company.id, id), 'takedown').title
    case 'campaign':
      return `#${found(await campaignNumber(tx, company.id, id), 'campaign')}`
  }
}
