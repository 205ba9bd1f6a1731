import { createHash } from 'node:crypto'
import type { Indicator } from '@signet/contract/threats/findings'
import { isNamedByHost, type AnySource, type Kind, type SourceFields } from '@signet/contract/threats/sources'
import { changeWords, materialChangesOf } from '@signet/detection'
import type { Tx } from '../../../db/database.ts'
import type { ThreatRow } from '../../../db/rows.ts'
import { disallowReopened } from '../../allow-list/decided-entries.queries.ts'
import { asProduct, recordAudit } from '../../audit/audit.queries.ts'
import { publishEvents } from '../../notifications/live-events.queries.ts'
import { notifyReopened, notifyReviewed } from '../../notifications/notify-changes.ts'
import { severityOfScore } from '../../threats/found/severity-of-score.ts'
import { changeThreat } from '../../threats/threats.queries.ts'
import { statesReopenedFor } from './reopen-changed.queries.ts'

/** A threat that a person set aside, with what its source says about it now. */
export interface SeenAgain {
  id: string
  kind: Kind
  source: AnySource
  title: string
  stage: ThreatRow['stage']
  status: ThreatRow['status']
  severity: number
  score: number
  fields: SourceFields
  new_severity: number
  new_score: number
  new_fields: SourceFields
  new_indicators: Indicator[]
}

/**
 * Reopens threats that a person set aside and whose source now says something materially worse, each once for one change: deleted ones
 * return to the review queue, published ones that a client found harmless are open again.
 *
 * @param seen locked
 */
export async function reopenChanged(tx: Tx, companyId: number, seen: readonly SeenAgain[]): Promise<void> {
  for (const threat of seen) {
    const all = materialChangesOf(stateOf(threat), {
      ...stateOf(threat),
      severityOfScore: levelOf(threat.source, threat.new_score),
      fields: threat.new_fields,
    })
    if (all.length === 0) continue
    const known = await statesReopenedFor(tx, companyId, threat.id)
    const changes = all.filter(({ what, after }) => !known.has(`${what} ${after}`))
    if (changes.length > 0) await reopen(tx, companyId, threat, changes)
  }
}

const stateOf = ({ source, score, fields }: SeenAgain) => ({
  source,
  severityOfScore: levelOf(source, score),
  fields,
})

/** The score of what a host names also contains what checks of the host found, so a source alone can't raise it. */
const levelOf = (source: AnySource, score: number) => (isNamedByHost(source) ? 1 : severityOfScore(score))

async function reopen(
  tx: Tx,
  companyId: number,
  threat: SeenAgain,
  changes: ReturnType<typeof materialChangesOf>,
): Promise<void> {
  const { id, stage, status } = threat
  const words = changeWords(changes)
  const isWorse = threat.new_score > threat.score
  const isDeleted = stage === 'deleted'
  const now = new Date()
  await changeThreat(tx, companyId, id, {
    severity: Math.max(threat.severity, threat.new_severity),
    ...(isWorse ? { score: threat.new_score, indicators: JSON.stringify(threat.new_indicators) } : {}),
    ...(isDeleted
      ? { stage: 'queued', staged_at: now, staged_by: null, staged_by_name: null, stage_reason: words }
      : { status: 'open' }),
  })
  const after = { remark: words, changes: changes.map(({ what, before, after: is }) => ({ what, before, after: is })) }
  await recordAudit(asProduct(tx, companyId), {
    action: isDeleted ? 'qa.reopened' : 'threat.reopened',
    targetType: 'threat',
    targetId: id,
    before: isDeleted ? { stage } : { status },
    after: isDeleted ? { stage: 'queued', ...after } : { status: 'open', ...after },
  })
  if (isDeleted) {
    await notifyReviewed({ tx, company: { id: companyId } }, [id], 'queued')
    return
  }
  await disallowReopened(tx, companyId, [id])
  await publishEvents(tx, companyId, [{ type: 'threat.changed', data: { threatIds: [id], status: 'open' } }])
  // Hashed, because what sources say can be long.
  const change = createHash('sha256').update(words).digest('hex')
  await notifyReopened(tx, companyId, threat, { words, once: `change ${id} ${change}` })
}
