import type * as contract from '@signet/contract/review/qa-campaign'
import { severityOfRank } from '@signet/contract/threats/severities'
import type { ThreatSource } from '@signet/contract/threats/sources'
import type { Handler } from '../../app/handler.ts'
import { AppError } from '../../errors.ts'
import { findThreat } from '../threats/threats.queries.ts'
import { sharersOf, type Sharer } from '../threats/traits.queries.ts'
import { reviewScope } from './review-threats.ts'

const groupsMax = 6
const itemsMax = 10
/** The maximum that one step accepts. */
const waitingMax = 200

/**
 * Indexes: threat_traits_pkey, threats_pkey.
 *
 * @throws AppError `NOT_FOUND` if the threat is outside the company
 */
export const getCampaign: Handler<typeof contract.getCampaign> = async (context, { params }) => {
  const { tx, company } = context
  const row = await findThreat(tx, reviewScope(context, 'threat'), params.threatId)
  if (!row) throw new AppError('NOT_FOUND', { what: 'record' })
  const sharers = await sharersOf(tx, company.id, row.id)
  const found =
    sharers.length === 0
      ? []
      : await tx
          .selectFrom('threats')
          .select(['id', 'source', 'title', 'severity', 'stage', 'auto_filtered', 'first_seen'])
          .where('company_id', '=', company.id)
          .where('kind', '=', 'threat')
          // Deleted threats, and those merged into another, give no evidence of a campaign.
          .where('stage', 'not in', ['deleted', 'merged'])
          .where(
            'id',
            'in',
            sharers.map(({ threatId }) => threatId),
          )
          .orderBy((order) => order('stage', '=', 'queued'), 'desc')
          .orderBy('first_seen', 'desc')
          .orderBy('id')
          .execute()
  const sharedBy = new Map(sharers.map(({ threatId, shared }) => [threatId, keyOf(shared)]))
  const membersOf = Map.groupBy(found, ({ id }) => sharedBy.get(id))
  // Sharers are sorted, and so are the sets of traits among them.
  const groups = [...new Map(sharers.map(({ shared }) => [keyOf(shared), shared]))].flatMap(([key, shared]) => {
    const members = membersOf.get(key)
    return members ? [{ shared, members }] : []
  })
  // Threats that a filter removed aren't in the queue that reviewers see.
  const waiting = [row, ...found].filter(({ stage, auto_filtered: isOut }) => stage === 'queued' && !isOut)
  return {
    total: found.length,
    groups: groups.slice(0, groupsMax).map(({ shared, members }) => ({
      shared,
      total: members.length,
      items: members.slice(0, itemsMax).map(({ id, source, title, severity, stage, first_seen: firstSeen }) => ({
        id,
        source: source as ThreatSource,
        title,
        severity: severityOfRank(severity),
        stage,
        firstSeen: firstSeen.toISOString(),
      })),
    })),
    waiting: waiting.slice(0, waitingMax).map(({ id }) => id),
  }
}

const keyOf = (shared: Sharer['shared']) => shared.map(({ kind, value }) => `${kind} ${value}`).join('\n')
