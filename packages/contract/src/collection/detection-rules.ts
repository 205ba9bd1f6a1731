import * as z from 'zod/mini'
import { route } from '../route.ts'
import { threatSources } from '../threats/sources.ts'
import * as wire from '../wire.ts'

/*
 * A company's own rules for detection, which staff write. A rule says what an observation must contain, and what follows: a reason that
 * raises or lowers its score, or that it isn't reported. It counts for what is found from then on; threats that exist aren't changed.
 */

/** Limits of rules: per company, and the tests of each list of a condition. */
export const ruleLimits = { rules: 50, tests: 20, valueLength: 200, literal: 3, nameLiteral: 4 } as const

/**
 * What a test looks at. `word` is one or more whole words, `text` a pattern in one line of text, `host` and `domain` are patterns of a host
 * and of its registrable domain, `handle` an account name that is the same or nearly so, `has` a way to pay or call. In patterns, `*`
 * stands for any characters and `?` for one.
 */
export const ruleTestKinds = ['word', 'text', 'host', 'domain', 'handle', 'has'] as const

/** What a `has` test can ask for. */
export const ruleContacts = ['phone', 'upi', 'iban', 'wallet'] as const
/** One of `ruleContacts`. */
export type RuleContact = (typeof ruleContacts)[number]

const RuleTest = z.strictObject({
  kind: z.enum(ruleTestKinds),
  value: wire.oneLine(ruleLimits.valueLength, 1),
})
export type RuleTest = z.output<typeof RuleTest>

const tests = z.array(RuleTest).check(z.maxLength(ruleLimits.tests))
/** The parts of a condition in the order of the editor. */
export const conditionParts = ['all', 'any', 'none'] as const

/** Every test of `all`, at least one of `any` unless it is empty, and none of `none`. */
export const RuleCondition = z.strictObject({ all: tests, any: tests, none: tests })
export type RuleCondition = z.output<typeof RuleCondition>

/** What follows if the condition is met. Where rules disagree, `suppress` wins. */
export const ruleEffects = ['raise', 'lower', 'suppress'] as const
/** One of `ruleEffects`. */
export type RuleEffect = (typeof ruleEffects)[number]

const settings = {
  /** The reason as people read it on the threat. */
  name: wire.oneLine(100, 3),
  /** What the reason means, for people who don't know the rule. */
  explanation: wire.text(500, 10),
  sources: z.array(z.enum(threatSources)).check(z.minLength(1), wire.eachOnce()),
  condition: RuleCondition,
  effect: z.enum(ruleEffects),
  /** Of 100; null for `suppress`. */
  points: z.nullable(z.int().check(z.gte(1), z.lte(100))),
}

/** A rule of a company with what it did. */
export const DetectionRule = z.object({
  id: z.string(),
  ...settings,
  name: z.string(),
  explanation: z.string(),
  isOn: z.boolean(),
  /** Who changed it last, and when. */
  by: z.string(),
  changedAt: wire.time,
  /** How many findings it changed or held back in the last year, at most 10,000. */
  effects: z.int(),
  lastEffectAt: z.nullable(wire.time),
  version: z.int(),
})
export type DetectionRule = z.output<typeof DetectionRule>

const Body = z.strictObject({ company: wire.company, ...settings })
/** What a person enters of a rule. */
export type DetectionRuleBody = Omit<z.output<typeof Body>, 'company'>

const one = { params: z.object({ detectionRuleId: wire.id }), query: wire.ofCompany }

/** At most 50 per company. */
export const listDetectionRules = route({
  method: 'GET',
  path: '/settings/detectionRules',
  summary: "List the company's own detection rules with what each did, by name",
  access: 'rules:manage',
  query: wire.ofCompany,
  response: z.array(DetectionRule),
})

/** The rule is off. 400 names the test that can't be read or matches too much; 409 when another reason has the name. */
export const addDetectionRule = route({
  method: 'POST',
  path: '/settings/detectionRules',
  summary: 'Add a detection rule, which is off until it is switched on',
  access: 'rules:manage',
  status: 201,
  query: wire.ofCompany,
  body: Body,
  response: DetectionRule,
})

/** It stays on or off. 409 when `version` is stale. */
export const changeDetectionRule = route({
  method: 'PUT',
  path: '/settings/detectionRules/{detectionRuleId}',
  summary: 'Change a detection rule; existing threats stay as they are',
  access: 'rules:manage',
  ...one,
  body: z.extend(Body, { version: wire.version }),
  response: DetectionRule,
})

/** 409 when `version` is stale. */
export const switchDetectionRule = route({
  method: 'PUT',
  path: '/settings/detectionRules/{detectionRuleId}/isOn',
  summary: 'Switch a detection rule on or off',
  access: 'rules:manage',
  ...one,
  body: z.strictObject({ company: wire.company, isOn: z.boolean(), version: wire.version }),
  response: DetectionRule,
})

/** Threats keep its reason and its explanation. 409 when `version` is stale. */
export const deleteDetectionRule = route({
  method: 'DELETE',
  path: '/settings/detectionRules/{detectionRuleId}',
  summary: 'Delete a detection rule',
  access: 'rules:manage',
  status: 204,
  params: one.params,
  query: z.object({ company: wire.company, version: wire.versionInQuery }),
  response: wire.nothing,
})
