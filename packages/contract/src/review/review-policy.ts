import * as z from 'zod/mini'
import { recordFrom } from '../narrow.ts'
import { requestKinds, type RequestDueHours as RequestHours } from '../requests/requests.ts'
import { route } from '../route.ts'
import { severities } from '../threats/severities.ts'
import * as wire from '../wire.ts'
import { promisedHoursMax, type PromisedHours as Hours } from './promised-times.ts'

/** The longest grace period, minutes. A digest of a day is written later than that. */
export const graceMinutesMax = 60

/** The smallest share of what could be decided automatically that waits for a reviewer, percent. */
export const sampledPercentMin = 5
/** The largest share of decisions that are repeated, percent. */
export const secondReviewPercentMax = 50
const bar = z.number().check(z.minimum(0.9), z.maximum(0.999))

/** Within how many hours something is promised, by severity. */
export const PromisedHours: z.ZodMiniType<Hours> = z.strictObject(
  recordFrom(severities, () => z.int().check(z.minimum(1), z.maximum(promisedHoursMax))),
)

/** Within how many hours a request is due, by its kind. */
export const RequestDueHours: z.ZodMiniType<RequestHours> = z.strictObject(
  recordFrom(requestKinds, () => z.int().check(z.minimum(1), z.maximum(promisedHoursMax))),
)

/** How the findings and requests of a company are handled. */
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
  /**
   * The lower bound of the measured share of harmless findings from which they are filtered without a reviewer, 0.9 to 0.999; null: never.
   */
  filterBar: z.nullable(bar),
  /** How many percent of what could be decided automatically still wait for a reviewer, so that precision stays measured. */
  sampledPercent: z.int().check(z.minimum(sampledPercentMin), z.maximum(100)),
  /** How many percent of the decisions of reviewers another reviewer repeats without seeing them. */
  secondReviewPercent: z.int().check(z.minimum(0), z.maximum(secondReviewPercentMax)),
  /** Within how many hours of entering the queue a record is reviewed, by severity; null: as the installation promises. */
  promisedHours: z.nullable(PromisedHours),
  /** Within how many hours a request is due, by its kind; null: the usual ones. */
  requestDueHours: z.nullable(RequestDueHours),
  /** Within how many hours a deeper analysis is due, by severity of its threat; null: the usual ones. */
  analysisDueHours: z.nullable(PromisedHours),
})
export type ReviewPolicy = z.output<typeof ReviewPolicy>

/** The policy of a company that has set none. */
export const usualReviewPolicy: ReviewPolicy = {
  graceMinutes: 10,
  releaseBar: null,
  filterBar: null,
  sampledPercent: 10,
  secondReviewPercent: 0,
  promisedHours: null,
  requestDueHours: null,
  analysisDueHours: null,
}

/** The policy of a company, with what the installation promises where the company promises nothing else. */
export const StoredReviewPolicy = z.extend(ReviewPolicy, { usualPromisedHours: PromisedHours })
export type StoredReviewPolicy = z.output<typeof StoredReviewPolicy>

/** Without a policy of its own, a company has the usual one. */
export const getReviewPolicy = route({
  method: 'GET',
  path: '/reviewPolicy',
  summary: "Get how the company's findings are reviewed",
  access: 'rules:manage',
  query: wire.ofCompany,
  response: StoredReviewPolicy,
})

/**
 * A change applies to what is published or found from now on, to what waits, to requests that are sent or resumed and to analyses that are
 * requested from now on.
 */
export const putReviewPolicy = route({
  method: 'PUT',
  path: '/reviewPolicy',
  summary: "Set how the company's findings are reviewed",
  access: 'assets:write',
  query: wire.ofCompany,
  body: z.strictObject(ReviewPolicy.shape),
  response: StoredReviewPolicy,
})
