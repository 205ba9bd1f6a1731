import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'
import { QaDetail } from './qa.ts'

/*
 * A sample of the decisions of reviewers is repeated by somebody else, who doesn't see the first decision. How often both agree says how
 * reliable the decisions are.
 */

/** What a reviewer decides about a finding: it is published, or its deletion is requested. */
export const secondVerdicts = ['threat', 'harmless'] as const
/** One of `secondVerdicts`. */
export type SecondVerdict = (typeof secondVerdicts)[number]

/** The longest one waits first. Only decisions of others: nobody repeats their own. */
export const getSecondReview = route({
  method: 'GET',
  path: '/qa/secondReviews/next',
  summary: 'Get the next threat for a second review, without the first decision',
  access: 'qa:review',
  query: wire.ofCompany,
  response: z.object({
    /** How many wait for the caller, including this one. */
    waiting: z.int(),
    /** Shown as if it were waiting in the queue: without its stage, history and remarks; null if none waits. */
    threat: z.nullable(QaDetail),
  }),
})

/** Changes nothing about the threat. 404 if it doesn't wait for a second review by the caller. */
export const giveSecondReview = route({
  method: 'POST',
  path: '/qa/secondReviews/{threatId}',
  summary: 'Record a second decision on a threat and learn the first one',
  access: 'qa:review',
  params: z.object({ threatId: wire.id }),
  query: wire.ofCompany,
  body: z.strictObject({ verdict: z.enum(secondVerdicts) }),
  response: z.object({
    first: z.object({ verdict: z.enum(secondVerdicts), by: z.string(), at: wire.time }),
    agrees: z.boolean(),
  }),
})

/** How well reviewers agree. */
export const ReviewAgreement = z.object({
  /** Second reviews in the period, and how many of them agreed with the first. */
  pairs: z.int(),
  agreed: z.int(),
  /**
   * Cohen's kappa, -1 to 1: the agreement beyond what chance alone would give, with the bounds of its 95 % interval. Null before the first
   * second review, or if everybody always decided the same.
   */
  kappa: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  /** The latest threats on which they disagreed, at most 50. */
  disagreements: z.array(
    z.object({
      threatId: z.string(),
      title: z.string(),
      source: z.string(),
      first: z.object({ verdict: z.enum(secondVerdicts), by: z.string() }),
      second: z.object({ verdict: z.enum(secondVerdicts), by: z.string() }),
      at: wire.time,
    }),
  ),
})
export type ReviewAgreement = z.output<typeof ReviewAgreement>

/** The second reviews of the last `daysBack` days. */
export const getReviewAgreement = route({
  method: 'GET',
  path: '/quality/agreement',
  summary: 'Get how well reviewers agree on the same threats',
  access: 'rules:manage',
  query: z.object({ company: wire.company, daysBack: wire.daysBack }),
  response: ReviewAgreement,
})
