import * as z from 'zod/mini'
import { threatSources } from '../threats/sources.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/*
 * How often people agreed with the detector. Every decision of a reviewer is a label: a threat that a person published is confirmed; one
 * that a person deleted, or that the client marked as harmless, is rejected. Threats that no detector scored don't count.
 */

/** Decisions by people, and what they say about the share of true findings. */
const labels = {
  confirmed: z.int(),
  rejected: z.int(),
  /** Confirmed of all decided, 0 to 1; null before the first decision. */
  precision: z.nullable(z.number()),
  /** Bounds of the 95 % Wilson score interval of `precision`; null before the first decision. */
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
}
/** Decisions by people, and what they say about the share of true findings. */
export const Labels = z.object(labels)
export type Labels = z.output<typeof Labels>

/**
 * What a minimum score would have saved and missed: reviewing only scores from `score` on would have skipped `skipped` of `reviewed`
 * decided threats, and missed `missed` of `confirmed`.
 */
export const MinimumScore = z.object({
  /** 1 to 100. */
  score: z.int(),
  reviewed: z.int(),
  skipped: z.int(),
  confirmed: z.int(),
  missed: z.int(),
})
export type MinimumScore = z.output<typeof MinimumScore>

/** How often people agreed with the detector. */
export const DetectionQuality = z.object({
  ...labels,
  /** Detected threats without a decision, now. */
  undecided: z.int(),
  /** Sources with at least one decision, in their usual order. */
  sources: z.array(
    z.object({
      source: z.enum(threatSources),
      ...labels,
      /** The highest minimum score that would have missed at most 1 % of the confirmed threats; null if none would have skipped any. */
      minimumScore: z.nullable(MinimumScore),
    }),
  ),
  /** Ten ranges of the score, from 0 to 9 up to 90 to 100. */
  scores: z.array(z.object({ from: z.int(), to: z.int(), ...labels })),
  /** Reasons that raised the score of at least five decided threats, the least reliable first; at most 50. */
  reasons: z.array(z.object({ name: z.string(), ...labels })),
})
export type DetectionQuality = z.output<typeof DetectionQuality>

/** Decisions of the last `daysBack` days, by the time of the decision. */
export const getDetectionQuality = route({
  method: 'GET',
  path: '/quality/detection',
  summary: 'Get how often reviewers and the client confirmed what the detector found',
  access: 'company:read',
  query: z.object({ company: wire.company, daysBack: wire.daysBack }),
  response: DetectionQuality,
})
