import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** The longest grace period, minutes. A digest of a day is written later than that. */
export const graceMinutesMax = 60

/** The smallest share of what could be decided automatically that waits for a reviewer, percent. */
export const sampledPercentMin = 5
/** The largest share of decisions that are repeated, percent. */
export const secondReviewPercentMax = 50
const bar = z.number().check(z.minimum(0.9), z.maximum(0.999))

/** How the findings of a company are reviewed. */
export const ReviewPolicy = z.object({
  /**
   * Minutes after publishing in which a reviewer can recall a threat without a reason. The client sees it at once; notifications and alerts
   * are sent when they are over.
   */
  graceMinutes: z.int().check(z.minimum(0), z.maximum(graceMinutesMax)),
  /**
   * The lower bound of the measured precision from which threats are published without a reviewer, 0.9 to 0.999; null: never.
   */
  releaseBar: z.nullable(bar),
  /** The lower bound of the measured share of harmless findings from which they are filtered without a reviewer, 0.9 to 0.999; null: never. */
  filterBar: z.nullable(bar),
  /** How many percent of what could be decided automatically still wait for a reviewer, so that precision stays measured. */
  sampledPercent: z.int().check(z.minimum(sampledPercentMin), z.maximum(100)),
  /** How many percent of the decisions of reviewers another reviewer repeats without seeing them. */
  secondReviewPercent: z.int().check(z.minimum(0), z.maximum(secondReviewPercentMax)),
})
export type ReviewPolicy = z.output<typeof ReviewPolicy>

/** The policy of a company that has set none. */
export const usualReviewPolicy: ReviewPolicy = {
  graceMinutes: 10,
  releaseBar: null,
  filterBar: null,
  sampledPercent: 10,
  secondReviewPercent: 0,
}

/** Without a policy of its own, a company has the usual one. */
export const getReviewPolicy = route({
  method: 'GET',
  path: '/reviewPolicy',
  summary: "Get how the company's findings are reviewed",
  access: 'rules:manage',
  query: wire.ofCompany,
  response: ReviewPolicy,
})

/** A change applies to what is published or found from now on, and to what waits. */
export const putReviewPolicy = route({
  method: 'PUT',
  path: '/reviewPolicy',
  summary: "Set how the company's findings are reviewed",
  access: 'assets:write',
  query: wire.ofCompany,
  body: z.strictObject(ReviewPolicy.shape),
  response: ReviewPolicy,
})
