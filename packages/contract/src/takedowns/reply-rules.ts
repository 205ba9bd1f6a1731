import * as z from 'zod/mini'
import { route } from '../route.ts'
import type { ReplyClass } from './replies.ts'
import * as wire from '../wire.ts'

/*
 * The rules that classify replies of providers. Those that come with the product apply to every provider; staff add rules for single
 * providers, which come first. They are the same for every company.
 */

/** Maximum number of rules of the staff. */
export const replyRulesMax = 500

/** What a rule can say of a reply: `other` is only decided by people. */
export const ruledClasses = ['acknowledged', 'question', 'done', 'refused'] as const satisfies readonly ReplyClass[]
/** One of `ruledClasses`. */
export type RuledClass = (typeof ruledClasses)[number]

/** The domain of a provider's email addresses in lower case; subdomains belong to it. */
const provider = wire.oneLine(253, 3).check(z.toLowerCase(), z.hostname(), z.regex(/\./))

/** Words that follow each other in one sentence; `*` stands for up to 60 characters between them. Case doesn't matter. */
const phrase = wire.oneLine(200, 3).check(z.regex(/^[^*].*[^*]$/))

const written = {
  provider,
  class: z.enum(ruledClasses),
  phrases: z.array(phrase).check(z.minLength(1), z.maxLength(20), wire.eachOnce()),
}

/** A rule of the staff. */
export const ReplyRule = z.object({
  id: z.string(),
  ...written,
  /** Name of the user who changed it last. */
  by: z.string(),
  changedAt: wire.time,
  version: z.int(),
})
export type ReplyRule = z.output<typeof ReplyRule>

/** Sorted by provider and class. */
export const listReplyRules = route({
  method: 'GET',
  path: '/replyRules',
  summary: 'List the rules that classify replies of single providers',
  access: 'takedowns:move',
  query: wire.ofCompany,
  response: z.array(ReplyRule),
})

/** It applies to emails that arrive from now on. 409 when there are `replyRulesMax` rules. */
export const addReplyRule = route({
  method: 'POST',
  path: '/replyRules',
  summary: 'Add a rule that classifies replies of a provider; applies to every company',
  access: 'takedowns:move',
  status: 201,
  query: wire.ofCompany,
  body: z.strictObject(written),
  response: ReplyRule,
})

export const changeReplyRule = route({
  method: 'PUT',
  path: '/replyRules/{replyRuleId}',
  summary: 'Change a rule that classifies replies of a provider; applies to every company',
  access: 'takedowns:move',
  params: z.object({ replyRuleId: wire.id }),
  query: wire.ofCompany,
  body: z.strictObject({ ...written, version: wire.version }),
  response: ReplyRule,
})

export const deleteReplyRule = route({
  method: 'DELETE',
  path: '/replyRules/{replyRuleId}',
  summary: 'Delete a rule that classifies replies',
  access: 'takedowns:move',
  status: 204,
  params: z.object({ replyRuleId: wire.id }),
  query: wire.ofCompany,
  response: wire.nothing,
})

/** What the rules say of a text, with an unsaved rule before those of its provider. Nothing is stored. */
export const tryReplyRule = route({
  method: 'POST',
  path: '/replyRules/try',
  summary: 'Classify a text as a reply of a provider',
  access: 'takedowns:move',
  query: wire.ofCompany,
  body: z.strictObject({ ...written, text: wire.text(20_000) }),
  response: z.object({
    /** Null if no rule recognizes a sentence, or two rules contradict each other. */
    class: z.nullable(z.enum(ruledClasses)),
    /** The sentence that decided, or the first that a rule recognizes. */
    sentence: z.nullable(z.string()),
  }),
})
