import * as z from 'zod/mini'
import { route } from '../route.ts'
import { type ThreatSource, threatSources } from '../threats/sources.ts'
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

/** The detectors by what they judge: each source has one. */
export const detectors = [
  'hosts',
  'accounts',
  'apps',
  'places',
  'advertisements',
  'code',
  'claims',
  'documents',
  'payments',
  'ownHosts',
] as const
/** One of `detectors`. */
export type Detector = (typeof detectors)[number]

/** The detector that judges what a source finds. */
export const detectorOf = {
  Domain: 'hosts',
  URL: 'hosts',
  Telegram: 'accounts',
  WhatsApp: 'accounts',
  Instagram: 'accounts',
  FB: 'accounts',
  Twitter: 'accounts',
  YouTube: 'accounts',
  LinkedIn: 'accounts',
  Reddit: 'accounts',
  TikTok: 'accounts',
  APK: 'apps',
  GoogleMaps: 'places',
  Advertisements: 'advertisements',
  GitHub: 'code',
  DarkWeb: 'claims',
  DocumentLeaks: 'documents',
  FinancialFraud: 'payments',
  EASM: 'ownHosts',
} as const satisfies Readonly<Record<ThreatSource, Detector>>

/** How often people agreed with the detector. */
export const DetectionQuality = z.object({
  ...labels,
  /** Threats without a decision, now: those in the queue of reviewers, and those on their watchlist. */
  undecided: z.int(),
  /** Of the undecided ones, those on the watchlist. */
  watched: z.int(),
  /** Detectors with at least one decision, each over all of its sources, in their usual order. */
  detectors: z.array(z.object({ detector: z.enum(detectors), ...labels })),
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

/** From or up to which score threats of a source are decided without a reviewer, and the decisions of people that this is based on. */
export const AutomaticThreshold = z.object({
  score: z.int(),
  /** Of the decided threats on this side of the score: those that people decided in the same way, and the others. */
  agreed: z.int(),
  disagreed: z.int(),
  /** The lower bound of the 95 % Wilson score interval of the share of `agreed`. */
  low: z.number(),
})
export type AutomaticThreshold = z.output<typeof AutomaticThreshold>

/** What is decided without a reviewer in one source. */
export const AutomaticDecisions = z.object({
  source: z.enum(threatSources),
  /** Threats with at least this score are published; null if the policy doesn't allow it or the measured precision is too low. */
  release: z.nullable(AutomaticThreshold),
  /** Threats with at most this score are filtered out; null as for `release`. */
  filter: z.nullable(AutomaticThreshold),
  /** How many were published and filtered out automatically in the last 30 days. */
  released: z.int(),
  filtered: z.int(),
  /** How many of those the client or a reviewer decided differently. */
  overturned: z.int(),
})
export type AutomaticDecisions = z.output<typeof AutomaticDecisions>

/** The decisions of the last 90 days count. Sources in which nothing is decided automatically, and nothing was, are left out. */
export const getAutomaticDecisions = route({
  method: 'GET',
  path: '/quality/automaticDecisions',
  summary: 'Get which threats are decided without a reviewer, and on what basis',
  access: 'rules:manage',
  query: wire.ofCompany,
  response: z.array(AutomaticDecisions),
})
