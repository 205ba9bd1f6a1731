import type { RelationKind } from '@signet/contract/requests/analysis-parts'
import type * as contract from '@signet/contract/requests/analysis-work'
import type { Context } from '../../app/context.ts'
import type { Handler } from '../../app/handler.ts'
import { found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { findTakedown } from '../cases/takedowns.queries.ts'
import { publishedScope } from '../threats/list/threat-filter.queries.ts'
import { findThreat, lockThreats } from '../threats/threats.queries.ts'
import { analysisDetail, analysisOf, lockOpenAnalysis, refuseTooMany } from './analysis-detail.ts'
import { campaignNumber, insertRelation, removeRelation } from './analysis-parts.queries.ts'

/** @throws AppError `NOT_FOUND` if the analysis or the record is outside the company */
export const relateToAnalysis: Handler<typeof contract.relateToAnalysis> = async (context, { params, body }) => {
  const { tx, company, actor } = context
  const { kind, id, isRelated } = body
  const { threat_id: ownThreatId } = await analysisOf(context, params.analysisId)
  const { name, threatId } = await targetOf(context, kind, id)
  // A decision locks its threats before their analyses, and a relation to a threat locks that: the same order here prevents a deadlock.
  await lockThreats(tx, publishedScope(context, 'either'), threatId === null ? [ownThreatId] : [ownThreatId, threatId])
  const row = await lockOpenAnalysis(context, params.analysisId)
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

/** The title of a threat or takedown with its threat, or the number of a campaign. */
async function targetOf(
  context: Context,
  kind: RelationKind,
  id: string,
): Promise<{ name: string; threatId: string | null }> {
  const { tx, company } = context
  switch (kind) {
    case 'threat': {
      const { title } = found(await findThreat(tx, publishedScope(context, 'either'), id), 'threat')
      return { name: title, threatId: id }
    }
    case 'takedown': {
      const { title, threat_id: threatId } = found(await findTakedown(tx, company.id, id), 'takedown')
      return { name: title, threatId }
    }
    case 'campaign':
      return { name: `#${found(await campaignNumber(tx, company.id, id), 'campaign')}`, threatId: null }
  }
}
