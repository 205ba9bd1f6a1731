import * as z from 'zod/mini'
import { route } from './route.ts'
import * as wire from './wire.ts'

/** One company among those a person of the provider may choose, and what waits in it. */
export const CompanyOverview = z.object({
  company: z.string(),
  name: z.string(),
  isDemo: z.boolean(),
  /** Published critical threats without a decision. */
  criticalOpen: z.int(),
  /** When the oldest published threat without a decision was detected; null without one. */
  oldestUndecided: z.nullable(wire.time),
  /** Takedowns that run and are past their target time. */
  takedownsLate: z.int(),
  /** Threats and touts that wait for a review. */
  qaBacklog: z.int(),
  /** When one of the company's own users last signed in. */
  lastSignIn: z.nullable(wire.time),
})
export type CompanyOverview = z.output<typeof CompanyOverview>

/**
 * Sorted by what needs attention: critical threats without a decision, late takedowns, the longest wait, the review
 * queue.
 */
export const getCompanyOverview = route({
  method: 'GET',
  path: '/analytics/getCompanyOverview',
  summary: 'Count the pending work of each company the caller can select, most urgent first',
  access: 'companies:overview',
  companies: 'many',
  query: z.object({ company: z.optional(wire.csv) }),
  response: z.array(CompanyOverview),
})

/** One of the company's own people. */
export const PersonActivity = z.object({
  name: z.string(),
  email: z.string(),
  /** When they last signed in or did something that is on record; null when never. */
  lastActive: z.nullable(wire.time),
  /** Whitelist, false positive, takedown and deeper analysis; each decision counts, also one undone later. */
  decisions: z.int(),
})
export type PersonActivity = z.output<typeof PersonActivity>

/** People with the most decisions come first. Staff who look after the company are not among them. */
export const getPeopleActivity = route({
  method: 'GET',
  path: '/analytics/getPeopleActivity',
  summary: "List the company's users with their last activity and number of decisions in the range",
  access: 'analytics:readPeople',
  query: z.object({ company: wire.company, daysBack: wire.daysBack }),
  response: z.array(PersonActivity),
})

/** The steps that a running takedown can be in. */
export const takedownStepKeys = ['requested', 'evidence', 'sent', 'replied'] as const

/** Takedowns in figures: where running ones are, and how fast others ended. */
export const TakedownFigures = z.object({
  running: z.int(),
  /** Those of them past their target time. */
  late: z.int(),
  /** The number of running ones per step; every step is present. */
  steps: z.array(
    z.object({
      key: z.enum(takedownStepKeys),
      label: z.string(),
      count: z.int(),
      /** The median time its cases have stood in it so far, milliseconds. */
      medianMs: z.nullable(z.number()),
    }),
  ),
  /** Targets that went offline in the range. */
  removed: z.int(),
  /** The median from request to removal of those, milliseconds. */
  medianRemovalMs: z.nullable(z.number()),
  /** The same of the range before, when something was removed then. */
  medianBeforeMs: z.nullable(z.number()),
  /** Refused, or without success, in the range. */
  refused: z.int(),
})
export type TakedownFigures = z.output<typeof TakedownFigures>

/** The comparison is with the same number of days directly before. */
export const getTakedownFigures = route({
  method: 'GET',
  path: '/analytics/getTakedownFigures',
  summary: 'Count running takedowns by step and overdue ones, and removals in the range with their duration',
  access: 'analytics:read',
  query: z.object({ company: wire.company, daysBack: wire.daysBack }),
  response: TakedownFigures,
})

/** Of the whole installation: when the latest successful scan ended. */
export const getLastScan = route({
  method: 'GET',
  path: '/analytics/getLastScan',
  summary: 'Get when the company was last scanned for look-alikes; null before the first scan',
  access: 'analytics:read',
  query: wire.ofCompany,
  response: z.object({ at: z.nullable(wire.time) }),
})
