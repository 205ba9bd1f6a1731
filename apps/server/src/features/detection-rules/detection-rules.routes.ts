import { randomUUID } from 'node:crypto'
import type * as contract from '@signet/contract/collection/detection-rules'
import { ruleLimits, type DetectionRule } from '@signet/contract/collection/detection-rules'
import type { Context } from '../../app/context.ts'
import type { Handler } from '../../app/handler.ts'
import { AppError, found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { loadGlossary } from '../indicators/glossary.ts'
import {
  deleteRule,
  findRule,
  findRules,
  insertRule,
  lockRule,
  lockRuleNames,
  putReason,
  setRule,
  type DetectionRuleRow,
  type ListedRule,
} from './detection-rules.queries.ts'
import { readRule } from './read-rule.ts'

export const listDetectionRules: Handler<typeof contract.listDetectionRules> = async ({ tx, company }) =>
  (await findRules(tx, company.id)).map(toRule)

/** @throws AppError `TOO_MANY_RULES`, `RULE_NAME_TAKEN`; `BAD_REQUEST` naming the field */
export const addDetectionRule: Handler<typeof contract.addDetectionRule> = async (context, { body }) => {
  const { tx, company } = context
  const rule = readRule(body)
  const others = await lockRuleNames(tx, company.id)
  if (others.length >= ruleLimits.rules) throw new AppError('TOO_MANY_RULES', { max: ruleLimits.rules })
  await checkName(context, rule.name, others)
  const id = randomUUID()
  await insertRule(tx, { company_id: company.id, id, ...rule, ...byOf(context) })
  await putReason(tx, company.id, rule)
  const row = await ruleOf(context, id)
  await audit(context, 'detectionRule.added', id, undefined, row)
  return toRule(row)
}

/** @throws AppError `NOT_FOUND`, `STALE_VERSION`, `RULE_NAME_TAKEN`; `BAD_REQUEST` naming the field */
export const changeDetectionRule: Handler<typeof contract.changeDetectionRule> = async (context, { params, body }) => {
  const { tx, company } = context
  const others = (await lockRuleNames(tx, company.id)).filter(({ id }) => id !== params.detectionRuleId)
  const before = await lockedRule(context, params.detectionRuleId, body.version)
  const rule = readRule(body)
  if (before.name !== rule.name) await checkName(context, rule.name, others)
  await setRule(tx, company.id, before.id, { ...rule, ...byOf(context) })
  await putReason(tx, company.id, rule)
  const row = await ruleOf(context, before.id)
  await audit(context, 'detectionRule.changed', row.id, before, row)
  return toRule(row)
}

/** @throws AppError `NOT_FOUND`, `STALE_VERSION` */
export const switchDetectionRule: Handler<typeof contract.switchDetectionRule> = async (context, { params, body }) => {
  const { tx, company } = context
  const before = await lockedRule(context, params.detectionRuleId, body.version)
  if (before.is_on !== body.isOn) {
    await setRule(tx, company.id, before.id, { is_on: body.isOn, ...byOf(context) })
    const action = body.isOn ? 'detectionRule.switchedOn' : 'detectionRule.switchedOff'
    await audit(context, action, before.id, before, { ...before, is_on: body.isOn })
  }
  return toRule(await ruleOf(context, before.id))
}

/** @throws AppError `NOT_FOUND`, `STALE_VERSION` */
export const deleteDetectionRule: Handler<typeof contract.deleteDetectionRule> = async (context, { params, query }) => {
  const before = await lockedRule(context, params.detectionRuleId, query.version)
  await deleteRule(context.tx, context.company.id, before.id)
  await audit(context, 'detectionRule.removed', before.id, before)
  return undefined
}

async function lockedRule({ tx, company }: Context, ruleId: string, version: number): Promise<DetectionRuleRow> {
  const row = found(await lockRule(tx, company.id, ruleId), 'rule')
  if (row.version !== version) throw new AppError('STALE_VERSION', { what: 'rule' })
  return row
}

/** A name of another reason would get two explanations, and two reasons one share of confirmed threats. */
async function checkName({ tx }: Context, name: string, others: readonly { name: string }[]): Promise<void> {
  const { entries } = await loadGlossary(tx)
  const taken = [...others.map((other) => other.name), ...entries.map(({ Indicators }) => Indicators)]
  const wanted = name.toLowerCase()
  if (taken.some((other) => other.toLowerCase() === wanted))
    throw new AppError('RULE_NAME_TAKEN', {}, { at: 'body.name' })
}

const ruleOf = async ({ tx, company }: Context, ruleId: string): Promise<ListedRule> =>
  found(await findRule(tx, company.id, ruleId), 'rule')

const byOf = ({ actor }: Context) => ({ changed_by: actor.userId, changed_by_name: actor.name })

function audit(
  context: Context,
  action: string,
  targetId: string,
  before?: DetectionRuleRow,
  after?: DetectionRuleRow,
): Promise<void> {
  return recordAudit(context, {
    action,
    targetType: 'detectionRule',
    targetId,
    ...(before ? { before: settingsOf(before) } : {}),
    ...(after ? { after: settingsOf(after) } : {}),
  })
}

const settingsOf = ({ name, explanation, sources, condition, effect, points, is_on: isOn }: DetectionRuleRow) => ({
  name,
  explanation,
  sources,
  condition,
  effect,
  points,
  isOn,
})

const toRule = (row: ListedRule): DetectionRule => ({
  id: row.id,
  ...settingsOf(row),
  by: row.changed_by_name,
  changedAt: row.changed_at.toISOString(),
  effects: row.effects,
  lastEffectAt: row.last_effect_at?.toISOString() ?? null,
  version: row.version,
})
