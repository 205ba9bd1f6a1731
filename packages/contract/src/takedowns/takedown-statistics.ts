import * as z from 'zod/mini'
import { route } from '../route.ts'
import type { TakedownStatus } from './takedown-status.ts'
import type { TakedownSpan } from './takedown-clocks.ts'
import * as wire from '../wire.ts'

/*
 * How long takedowns take. A case counts from its beginning whether it succeeds or not: one that hasn't reached an event yet, and one that
 * ended without it, has not reached it up to now. Leaving those out would make every figure look better than it is.
 */

/** The clocks with statistics: every span of a takedown that ends with an event. */
export const statisticsClocks = [
  'review',
  'authorisation',
  'notice',
  'answer',
  'firstOutage',
  'finalOutage',
] as const satisfies readonly TakedownSpan[]
/** One of `statisticsClocks`. */
export type StatisticsClock = (typeof statisticsClocks)[number]

/** What the cases of a clock can be grouped by. A case with notices through several channels belongs to each of them. */
export const statisticsGroups = ['channel', 'provider', 'registrar', 'host', 'source'] as const
/** One of `statisticsGroups`. */
export type StatisticsGroup = (typeof statisticsGroups)[number]

/** Statuses of cases that are not counted: there was nothing to take down, or it is counted in another case. */
export const uncountedStatuses = ['invalid', 'duplicate'] as const satisfies readonly TakedownStatus[]

/** Maximum number of groups, those with the most cases first. */
export const statisticsGroupsMax = 20

/** The durations of some cases by one clock, as Kaplan and Meier estimate them. */
export const Durations = z.object({
  /** Number of cases whose clock began: `reached + open + ended`. */
  count: z.int(),
  reached: z.int(),
  /** Still open, and not there yet. */
  open: z.int(),
  /** Closed without it, e.g. refused or withdrawn. */
  ended: z.int(),
  /** The time by which half of the cases had reached the event, ms; null if half of them never did so far. */
  medianMs: z.nullable(z.number()),
  /** The same for nine of ten cases. */
  p90Ms: z.nullable(z.number()),
})
export type Durations = z.output<typeof Durations>

/** One step of a curve: the share of cases that had not reached the event `ms` after their beginning. */
export const CurveStep = z.object({
  ms: z.number(),
  /** Number of cases that were observed at least this long without the event. */
  atRisk: z.int(),
  reached: z.int(),
  /** From 0 to 1. */
  share: z.number(),
})
export type CurveStep = z.output<typeof CurveStep>

/** How long the takedowns took that were requested in a range. */
export const TakedownStatistics = z.object({
  /** Number of cases that are counted: `open + removed + withdrawn + refused + failed`. */
  total: z.int(),
  /** In progress: the target is still to be removed. */
  open: z.int(),
  /** Offline and watched, or resolved. */
  removed: z.int(),
  withdrawn: z.int(),
  refused: z.int(),
  /** Unsuccessful or stale. */
  failed: z.int(),
  /** Number of cases that are not counted (`uncountedStatuses`). */
  uncounted: z.int(),
  /** Number of cases that were reopened after their target had been offline. */
  relapsed: z.int(),
  /** In the order of `statisticsClocks`. */
  clocks: z.array(z.extend(Durations, { key: z.enum(statisticsClocks) })),
  /** Of the chosen clock; a long curve is shortened to some of its steps. */
  curve: z.array(CurveStep),
  /** Of the chosen clock by the chosen property, largest first; cases without the property are left out. */
  groups: z.array(
    z.extend(Durations, {
      label: z.string(),
      /** Of a provider, as one of its contacts is called; `label` is its domain or recipient. */
      name: z.optional(z.string()),
    }),
  ),
})
export type TakedownStatistics = z.output<typeof TakedownStatistics>

/** The range refers to the time of the request. */
export const getTakedownStatistics = route({
  method: 'GET',
  path: '/takedown/statistics',
  summary: 'Get the median, 90th percentile and curve of the clocks of takedowns, with open and failed cases counted',
  access: 'takedowns:read',
  companies: 'many',
  query: z.object({
    company: z.optional(wire.csv),
    daysBack: wire.daysBack,
    clock: z._default(z.enum(statisticsClocks), 'firstOutage'),
    by: z._default(z.enum(statisticsGroups), 'channel'),
  }),
  response: TakedownStatistics,
})
