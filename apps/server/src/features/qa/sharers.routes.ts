import type * as contract from '@signet/contract/review/qa-sharers'
import { severityOfRank } from '@signet/contract/threats/severities'
import type { Handler } from '../../app/handler.ts'
import { AppError } from '../../errors.ts'
import { findThreat } from '../threats/threats.queries.ts'
import { sharersOf, type Sharer } from '../threats/found/traits.queries.ts'
import { reviewScope } from './review/review-threats.ts'
import { findSharers } from './review/review.queries.ts'

const groupsMax = 6
const itemsMax = 10
/** The maximum that one step accepts. */
const waitingMax = 200

/** @throws AppError `NOT_FOUND` if the threat is outside the company */
export const getSharers: Handler<typeof contract.getSharers> = async (context, { params }) => {
  const { tx, company } = context
  const row = await findThreat(tx, reviewScope(context, 'threat'), params.threatId)
  if (!row) throw new AppError('NOT_FOUND', { what: 'record' })
  const sharers = await sharersOf(tx, company.id, row.id)
  const found = await findSharers(
    tx,
    company.id,
    sharers.map(({ threatId }) => threatId),
  )
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
        source,
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
