import * as z from 'zod/mini'
import { recordFrom } from '../narrow.ts'
import { route } from '../route.ts'
import { severities } from '../threats/severities.ts'
import * as wire from '../wire.ts'

/** The running cases of one kind: the lists of the company find the same ones. */
const CasesOverview = z.object({
  /** Past their target time (`due=overdue`). */
  overdue: z.int(),
  /** Due within 24 hours and not overdue (`due=dueSoon`). */
  dueSoon: z.int(),
  /** Assigned to no one (`assigned=nobody`). */
  unassigned: z.int(),
  /** Assigned to the caller (`assigned=me`). */
  mine: z.int(),
})

/** One of the companies that a staff user can choose, with its open work. */
export const CompanyOverview = z.object({
  company: z.string(),
  name: z.string(),
  isDemo: z.boolean(),
  /** Number of published critical threats without a decision. */
  criticalOpen: z.int(),
  /** When the oldest published threat without a decision was detected; null without one. */
  oldestUndecided: z.nullable(wire.time),
  takedowns: CasesOverview,
  analyses: CasesOverview,
  requests: z.extend(CasesOverview, { open: z.int() }),
  /**
   * Threats and touts in the review queue past the time promised for their review, those with a quarter of it left at most, and critical
   * ones.
   */
  reviews: z.object({ overdue: z.int(), dueSoon: z.int(), critical: z.int() }),
  /** Number of threats and touts in the review queue. */
  qaBacklog: z.int(),
  /** When one of the company's own users last signed in. */
  lastSignIn: z.nullable(wire.time),
})
export type CompanyOverview = z.output<typeof CompanyOverview>

/** Sorted by urgency: critical threats without a decision, overdue takedowns, analyses and requests, the longest wait, the review queue. */
export const getCompanyOverview = route({
  method: 'GET',
  path: '/analytics/getCompanyOverview',
  summary: 'Count the pending work of each company the caller can select, most urgent first',
  access: 'companies:overview',
  companies: 'many',
  query: z.object({ company: z.optional(wire.csv) }),
  response: z.array(CompanyOverview),
})

/** Activity of one of the company's own users. */
export const PersonActivity = z.object({
  name: z.string(),
  email: z.string(),
  /** When they last signed in or did something that was recorded; null when never. */
  lastActive: z.nullable(wire.time),
  /** Number of decisions: whitelist, false positive, takedown and deeper analysis, including those that were undone later. */
  decisions: z.int(),
})
export type PersonActivity = z.output<typeof PersonActivity>

/** Users with the most decisions come first. Staff who work for the company are not included. */
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

/** Figures of takedowns: the steps of running ones, and the duration of completed ones. */
export const TakedownFigures = z.object({
  running: z.int(),
  /** How many of them are past their target time. */
  overdue: z.int(),
  /** The number of running ones per step; every step is present. */
  steps: z.array(
    z.object({
      key: z.enum(takedownStepKeys),
      label: z.string(),
      count: z.int(),
      /** The median time its cases have been in this step so far, milliseconds. */
      medianMs: z.nullable(z.number()),
    }),
  ),
  /** Number of targets that went offline in the range. */
  removed: z.int(),
  /** How many of them within the target time for their severity. */
  removedInTime: z.int(),
  /** The target time of takedowns that are requested now, hours, by severity. */
  targetHours: z.strictObject(recordFrom(severities, () => z.int())),
  /** Their median time from request to removal, milliseconds. */
  medianRemovalMs: z.nullable(z.number()),
  /** The same for the previous range; null if nothing was removed then. */
  medianBeforeMs: z.nullable(z.number()),
  /** Number of takedowns that were refused or unsuccessful in the range. */
  refused: z.int(),
})
export type TakedownFigures = z.output<typeof TakedownFigures>

/** The comparison uses the same number of days directly before the range. */
export const getTakedownFigures = route({
  method: 'GET',
  path: '/analytics/getTakedownFigures',
  summary: 'Count running takedowns by step and overdue ones, and removals in the range with their duration',
  access: 'analytics:read',
  query: z.object({ company: wire.company, daysBack: wire.daysBack }),
  response: TakedownFigures,
})

/** For the whole installation: when the latest successful scan ended. */
export const getLastScan = route({
  method: 'GET',
  path: '/analytics/getLastScan',
  summary: 'Get when the company was last scanned for look-alikes; null before the first scan',
  access: 'analytics:read',
  query: wire.ofCompany,
  response: z.object({ at: z.nullable(wire.time) }),
})
