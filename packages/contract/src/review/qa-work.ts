import * as z from 'zod/mini'
import { problem } from '../errors/errors.ts'
import { QaThreat } from './qa.ts'
import { route } from '../route.ts'
import { kinds, threatSources } from '../threats/sources.ts'
import * as wire from '../wire.ts'

/** How long a claim on a threat is valid, minutes. */
export const claimMinutes = 30
/** How long a record that a reviewer opens is reserved for them, minutes. */
export const openMinutes = 5
const claimMax = 50

/** Returns fewer than `n`, or none, when fewer are unclaimed. Claims expire after `claimMinutes`. */
export const claimThreats = route({
  method: 'POST',
  path: '/qa/claim',
  summary: 'Claim the most severe unclaimed threats for 30 minutes',
  access: 'qa:review',
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    source: z.optional(z.enum(threatSources)),
    n: z.int().check(z.gte(1), z.lte(claimMax)),
  }),
  response: z.array(QaThreat),
})

/** 404 when the record isn't in the review queue. */
export const openForReview = route({
  method: 'POST',
  path: '/qa/open',
  summary:
    'Lock a queued record for the caller for 5 minutes and release the previous one; returns who has it if another reviewer does',
  access: 'qa:review',
  query: wire.ofCompany,
  body: z.strictObject({ kind: z.enum(kinds), id: wire.id }),
  response: z.object({ isMine: z.boolean(), by: z.string(), until: wire.time }),
})

/** Expired claims are left out. */
export const getQaClaims = route({
  method: 'GET',
  path: '/qa/getQAClaims',
  summary: 'List claimed and opened records with their reviewers and remaining time',
  access: 'qa:review',
  query: wire.ofCompany,
  response: z.array(
    z.object({
      id: z.string(),
      by: z.string(),
      isMine: z.boolean(),
      /** True for a record that is open without being claimed. */
      isOpened: z.boolean(),
      until: wire.time,
    }),
  ),
})

/** Reviewers who may work for the company; `lastActive` is null for a reviewer who was never active. */
export const getQaUsers = route({
  method: 'GET',
  path: '/qa/getUsers',
  summary: "List the company's reviewers with their last activity",
  access: 'qa:readActivity',
  query: wire.ofCompany,
  response: z.array(
    z.object({ email: z.string(), name: z.string(), lastActive: z.nullable(wire.time), lastActiveLabel: z.string() }),
  ),
})

/** `day,day`, both inclusive; if missing, the last 30 days, including today. */
const dateRange = z.optional(
  wire.csv.check(
    z.refine((days) => days.length === 0 || days.length === 2, problem('INVALID_VALUE')),
    z.refine((days) => days.every((day) => z.safeParse(wire.day, day).success), 'days as YYYY-MM-DD'),
    z.refine(
      ([from = '', until]) => until === undefined || Date.parse(from) <= Date.parse(until),
      problem('NOT_IN_ORDER'),
    ),
  ),
)
const activityQuery = z.object({
  company: wire.company,
  /** If missing, the caller. */
  userEmail: z.optional(wire.text(320, 1)),
  dateRange,
})

/** 404 when no reviewer of the company has this address. Every day of the range is included, with zeros. */
export const getUserActivityWithEmail = route({
  method: 'GET',
  path: '/qa/getUserActivityWithEmail',
  summary:
    'Count what a reviewer did for a company: published, whitelisted, sent to deletion, moved to the watchlist, added manually',
  access: 'qa:readActivity',
  query: activityQuery,
  response: z.object({
    email: z.string(),
    published: z.int(),
    whitelisted: z.int(),
    deleted: z.int(),
    watchlisted: z.int(),
    added: z.int(),
    byDay: z.array(wire.Point),
  }),
})

/** 404 when no reviewer of the company has this address. */
export const getSourceDistribution = route({
  method: 'GET',
  path: '/qa/getSourceDistribution',
  summary: 'Count the sources a reviewer worked on for a company, most frequent first',
  access: 'qa:readActivity',
  query: activityQuery,
  response: z.array(wire.Slice),
})

/** Every day of the range is included, with zeros; `by` is keyed by kind of work. */
export const getTeamActivity = route({
  method: 'GET',
  path: '/qa/getTeamActivity',
  summary: 'Count what all reviewers of a company did, by day and kind of work and by source, most frequent first',
  access: 'qa:readActivity',
  query: z.object({ company: wire.company, dateRange }),
  response: z.object({ byDay: z.array(wire.Point), bySource: z.array(wire.Slice) }),
})

/** The work of one reviewer in a range. */
export const ReviewerFigures = z.object({
  email: z.string(),
  /** Number of first decisions on queued records: the sum of published, whitelisted, put on the watchlist and sent to deletion. */
  reviewed: z.int(),
  /** The median wait of these records: from when they were found to the decision, milliseconds. It isn't the time spent on them. */
  medianMs: z.nullable(z.number()),
  /**
   * Number of records that were returned: rejected or restored deletions, publications the client marked a false positive, and whitelisted
   * ones that were recalled or that the client reopened.
   */
  returned: z.int(),
})
export type ReviewerFigures = z.output<typeof ReviewerFigures>

/** Reviewers without any work in the range are included with zeros. */
export const getReviewerFigures = route({
  method: 'GET',
  path: '/qa/getReviewerFigures',
  summary: "Get each reviewer's volume, speed and overturned decisions for a company and range",
  access: 'qa:readActivity',
  query: z.object({ company: wire.company, dateRange }),
  response: z.array(ReviewerFigures),
})
