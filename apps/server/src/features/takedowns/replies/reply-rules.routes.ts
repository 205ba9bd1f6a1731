import { randomUUID } from 'node:crypto'
import { builtInReplyRules, classifyReply } from '@signet/detection'
import { replyRulesMax } from '@signet/contract/takedowns/reply-rules'
import type * as contract from '@signet/contract/takedowns/reply-rules'
import type { Handler } from '../../../app/handler.ts'
import { AppError, found } from '../../../errors.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import {
  lockReplyRule,
  lockRuleCount,
  putRule,
  deleteReplyRuleRow,
  replyRulesFor,
  storedRules,
} from './reply-rules.queries.ts'

export const listReplyRules: Handler<typeof contract.listReplyRules> = ({ tx }) => storedRules(tx)

/** @throws AppError `CONFLICT` if there are as many rules as there may be */
export const addReplyRule: Handler<typeof contract.addReplyRule> = async (context, { body }) => {
  const { tx, actor } = context
  if ((await lockRuleCount(tx)) >= replyRulesMax) throw new AppError('TOO_MANY_REPLY_RULES', { max: replyRulesMax })
  const rule = await putRule(tx, { id: randomUUID(), ...body, changed_by_name: actor.name, version: 1 })
  await recordAudit(context, {
    action: 'replyRule.added',
    targetType: 'replyRule',
    targetId: rule.id,
    after: body,
  })
  return rule
}

/** @throws AppError `NOT_FOUND` for an unknown rule, `CONFLICT` if it has changed since it was read */
export const changeReplyRule: Handler<typeof contract.changeReplyRule> = async (context, { params, body }) => {
  const { tx, actor } = context
  const { version, ...rule } = body
  const before = found(await lockReplyRule(tx, params.replyRuleId), 'rule')
  if (before.version !== version) throw new AppError('STALE_VERSION', { what: 'rule' })
  const change = { changed_by_name: actor.name, changed_at: new Date(), version: version + 1 }
  const after = await putRule(tx, { id: before.id, ...rule, ...change })
  await recordAudit(context, {
    action: 'replyRule.changed',
    targetType: 'replyRule',
    targetId: before.id,
    before: { provider: before.provider, class: before.class, phrases: before.phrases },
    after: rule,
  })
  return after
}

/** @throws AppError `NOT_FOUND` for an unknown rule */
export const deleteReplyRule: Handler<typeof contract.deleteReplyRule> = async (context, { params }) => {
  const { tx } = context
  const { id, provider, class: ruled, phrases } = found(await lockReplyRule(tx, params.replyRuleId), 'rule')
  await deleteReplyRuleRow(tx, id)
  await recordAudit(context, {
    action: 'replyRule.deleted',
    targetType: 'replyRule',
    targetId: id,
    before: { provider, class: ruled, phrases },
  })
}

export const tryReplyRule: Handler<typeof contract.tryReplyRule> = async ({ tx }, { body }) => {
  const { text, ...unsaved } = body
  const from = `x@${unsaved.provider}`
  const rules = [{ id: 'unsaved', ...unsaved }, ...(await replyRulesFor(tx, from)), ...builtInReplyRules]
  const { class: ruled, sentence } = classifyReply(text, from, rules)
  return { class: ruled, sentence }
}
