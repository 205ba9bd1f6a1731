import * as z from 'zod/mini'
import { Labels } from '../review/detection-quality.ts'
import { route } from '../route.ts'
import { threatSources } from '../threats/sources.ts'
import * as wire from '../wire.ts'

/*
 * What a detection rule would have caught: a hunt reads everything that is stored for the company and compares it with what people decided.
 * It changes nothing, so it can be run before a rule is switched on.
 */

/** Where a hunt is; `cancelled` and `failed` keep what was found before. */
export const huntStates = ['running', 'done', 'cancelled', 'failed'] as const
/** One of `huntStates`. */
export type HuntState = (typeof huntStates)[number]

/**
 * What became of a threat: a person published it; its client marked it as harmless (`whitelist` or `falsePositive`); a person deleted it,
 * or asked for it; nobody decided yet.
 */
export const huntOutcomes = ['published', 'harmless', 'deleted', 'undecided'] as const
/** One of `huntOutcomes`. */
export type HuntOutcome = (typeof huntOutcomes)[number]

/** The most examples of one source, and of names. */
export const huntExamplesMax = 5

/** What a hunt matched in one source. */
export const HuntedSource = z.object({
  source: z.enum(threatSources),
  /** Stored threats that it would have caught. */
  matched: z.int(),
  /** How many of them had each outcome. */
  outcomes: z.record(z.enum(huntOutcomes), z.int()),
  /** Published ones are confirmed, harmless and deleted ones are rejected. */
  labels: Labels,
  examples: z.array(
    z.object({
      threatId: z.string(),
      title: z.string(),
      /** What met the condition. */
      value: z.string(),
      outcome: z.enum(huntOutcomes),
    }),
  ),
})

/** What a hunt matched in the built-in list of names. */
export const FoundNames = z.object({
  read: z.int(),
  matched: z.int(),
  examples: z.array(z.object({ name: z.string(), value: z.string() })),
})

/** A hunt with what it found so far. */
export const RuleHunt = z.object({
  id: z.string(),
  /** The version of the rule that was hunted with. */
  ruleVersion: z.int(),
  /** Whether the rule still has the sources, the condition and the effect that it had then. */
  isCurrent: z.boolean(),
  state: z.enum(huntStates),
  /** From 0 to 1. */
  progress: z.number(),
  by: z.string(),
  createdAt: wire.time,
  finishedAt: z.nullable(wire.time),
  /** Threats of the rule's sources that were read, in every stage of review, deleted ones included. */
  read: z.int(),
  matched: z.int(),
  labels: Labels,
  /** Sources with a match, in their usual order. */
  sources: z.array(HuntedSource),
  /** Names of the built-in list of phishing of other companies; null for a rule that finds no names. Matches are likely noise. */
  names: z.nullable(FoundNames),
})
export type RuleHunt = z.output<typeof RuleHunt>

const ofRule = { params: z.object({ detectionRuleId: wire.id }), query: wire.ofCompany }
const ofHunt = { params: z.object({ detectionRuleId: wire.id, huntId: wire.id }), query: wire.ofCompany }

/** The latest ten. */
export const listRuleHunts = route({
  method: 'GET',
  path: '/settings/detectionRules/{detectionRuleId}/hunts',
  summary: 'List what hunts with a detection rule found in everything stored, newest first',
  access: 'rules:manage',
  ...ofRule,
  response: z.array(RuleHunt),
})

/** 409 while another hunt of the company is running. */
export const startRuleHunt = route({
  method: 'POST',
  path: '/settings/detectionRules/{detectionRuleId}/hunts',
  summary: 'Compare a detection rule with everything stored; a job does the work and changes nothing',
  access: 'rules:manage',
  status: 202,
  ...ofRule,
  body: z.strictObject({ company: wire.company }),
  response: RuleHunt,
})

/** What was found so far stays. 409 if it isn't running. */
export const cancelRuleHunt = route({
  method: 'POST',
  path: '/settings/detectionRules/{detectionRuleId}/hunts/{huntId}/cancel',
  summary: 'Cancel a running hunt',
  access: 'rules:manage',
  ...ofHunt,
  body: z.strictObject({ company: wire.company }),
  response: RuleHunt,
})
