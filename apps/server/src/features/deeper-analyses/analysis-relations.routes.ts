import type { RelationKind } from '@signet/contract/requests/analysis-parts'
import type * as contract from '@signet/contract/requests/analysis-work'
import { severityOfRank } from '@signet/contract/threats/severities'
import { everySource } from '@signet/contract/threats/sources'
import type { Context } from '../../app/context.ts'
import { takedownWord } from '@signet/contract/threats/case-words'
import type { Handler } from '../../app/handler.ts'
import { found } from '../../errors.ts'
import { messageOf, wordsOf } from '../../errors/sentences.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { findTakedown } from '../cases/takedowns.queries.ts'
import { publishedScope } from '../threats/list/threat-filter.queries.ts'
import { findThreat, lockThreats } from '../threats/threats.queries.ts'
import { analysisDetail, analysisOf, lockOpenAnalysis, refuseTooMany } from './analysis-detail.ts'
import { campaignNumber, insertRelation, deleteRelation } from './analysis-parts.queries.ts'

/** @throws AppError `NOT_FOUND` if the analysis or the record is outside the company */
export const relateToAnalysis: Handler<typeof contract.relateToAnalysis> = async (context, { params, body }) => {
  const { tx, company, actor } = context
  const { kind, id, isRelated } = body
  const { threat_id: ownThreatId } = await analysisOf(context, params.analysisId)
  const { about, threatId } = await targetOf(context, kind, id)
  // A decision locks its threats before their analyses, and a relation to a threat locks that: the same order here prevents a deadlock.
  await lockThreats(tx, publishedScope(context, 'either'), threatId === null ? [ownThreatId] : [ownThreatId, threatId])
  const row = await lockOpenAnalysis(context, params.analysisId)
  const of = { companyId: company.id, analysisId: row.id, kind, id }
  if (isRelated) await refuseTooMany(context, 'analysis_relations', row.id)
  const isChanged = isRelated ? await insertRelation(tx, of, actor.name) : await deleteRelation(tx, of)
  if (isChanged) {
    await recordAudit(context, {
      action: isRelated ? 'deeperAnalysis.related' : 'deeperAnalysis.unrelated',
      targetType: 'deeperAnalysis',
      targetId: row.id,
      after: { kind, id, words: wordsOf(messageOf('RELATED_RECORD', about)) },
    })
  }
  return analysisDetail(context, row.id)
}

/**
 * What the history says of a record: title, source and severity of the threat, or of that of the takedown, or the number of the campaign.
 * With the threat, if it has one.
 */
async function targetOf(context: Context, kind: RelationKind, id: string) {
  const { tx, company } = context
  if (kind === 'campaign') {
    const number = found(await campaignNumber(tx, company.id, id), 'campaign')
    return { about: { kind: 'campaign', number, title: '', source: '', severity: '' }, threatId: null }
  }
  const { title, source, severity, threatId } =
    kind === 'threat'
      ? { ...found(await findThreat(tx, publishedScope(context, 'either'), id), 'threat'), threatId: id }
      : await takedownTarget(context, id)
  const word = kind === 'takedown' ? takedownWord([source]) : kind
  const about = { kind: word, number: 0, title, source: everySource[source].label, severity: severityOfRank(severity) }
  return { about, threatId }
}

async function takedownTarget({ tx, company }: Context, id: string) {
  const { title, source, severity, threat_id: threatId } = found(await findTakedown(tx, company.id, id), 'takedown')
  return { title, source, severity, threatId }
}
