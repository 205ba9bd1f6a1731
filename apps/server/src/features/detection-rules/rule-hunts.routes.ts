import { randomUUID } from 'node:crypto'
import type * as contract from '@signet/contract/collection/rule-hunts'
import type { RuleHunt } from '@signet/contract/collection/rule-hunts'
import type { Context } from '../../app/context.ts'
import type { Handler } from '../../app/handler.ts'
import { AppError, found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { totalOf } from '../detection-quality/precision.ts'
import { findRule } from './detection-rules.queries.ts'
import { huntedSources, matchedIn } from './hunt-counts.ts'
import { ruleHuntJob } from './rule-hunts.jobs.ts'
import { changeHunt, findHunt, insertHunt, latestHunts, type RuleHuntRow } from './rule-hunts.queries.ts'

/** @throws AppError `NOT_FOUND` */
export const listRuleHunts: Handler<typeof contract.listRuleHunts> = async ({ tx, company }, { params }) => {
  const rule = found(await findRule(tx, company.id, params.detectionRuleId), 'rule')
  return (await latestHunts(tx, company.id, rule.id)).map((hunt) => toHunt(hunt, rule))
}

/** @throws AppError `NOT_FOUND`, `HUNT_RUNNING` */
export const startRuleHunt: Handler<typeof contract.startRuleHunt> = async (context, { params }) => {
  const { tx, company, actor, enqueue } = context
  const rule = found(await findRule(tx, company.id, params.detectionRuleId), 'rule')
  const { name, sources, condition, effect, points } = rule
  const hunt = await insertHunt(tx, {
    company_id: company.id,
    id: randomUUID(),
    rule_id: rule.id,
    rule: JSON.stringify({ name, sources, condition, effect, points }),
    rule_version: rule.version,
    run: null,
    read_to: null,
    total: null,
    names: null,
    created_by: actor.userId,
    created_by_name: actor.name,
    finished_at: null,
  })
  if (!hunt) throw new AppError('HUNT_RUNNING')
  await enqueue(tx, ruleHuntJob, { companyId: company.id, huntId: hunt.id })
  await audit(context, 'detectionRule.huntStarted', hunt)
  return toHunt(hunt, rule)
}

/** @throws AppError `NOT_FOUND`, `HUNT_NOT_RUNNING` */
export const cancelRuleHunt: Handler<typeof contract.cancelRuleHunt> = async (context, { params }) => {
  const { tx, company } = context
  const rule = found(await findRule(tx, company.id, params.detectionRuleId), 'rule')
  const hunt = await findHunt(tx, company.id, params.huntId)
  if (hunt?.rule_id !== rule.id) throw new AppError('NOT_FOUND', { what: 'record' })
  const cancelled = await changeHunt(tx, company.id, hunt.id, { state: 'cancelled', finished_at: new Date() })
  if (!cancelled) throw new AppError('HUNT_NOT_RUNNING')
  await audit(context, 'detectionRule.huntCancelled', cancelled)
  return toHunt(cancelled, rule)
}

const audit = (context: Context, action: string, { id, rule_id: targetId, rule_version: version }: RuleHuntRow) =>
  recordAudit(context, { action, targetType: 'detectionRule', targetId, after: { hunt: id, version } })

/** What of a rule decides about its matches and what follows; its name and whether it is on don't. */
const comparable = ({ sources, condition, effect, points }: RuleHuntRow['rule']) =>
  JSON.stringify([sources, condition, effect, points])

function toHunt(row: RuleHuntRow, rule: RuleHuntRow['rule']): RuleHunt {
  const sources = huntedSources(row.found)
  const share = row.total === null ? 0 : row.read_count / Math.max(1, row.total)
  return {
    id: row.id,
    ruleVersion: row.rule_version,
    isCurrent: comparable(row.rule) === comparable(rule),
    state: row.state,
    progress: row.state === 'done' ? 1 : Math.min(1, share),
    by: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    read: row.read_count,
    matched: matchedIn(row.found),
    labels: totalOf(sources.map(({ labels }) => labels)),
    sources,
    names: row.names,
  }
}
