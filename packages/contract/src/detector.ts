import * as z from 'zod/mini'
import { allowKinds } from './allow-list.ts'
import { findingClasses } from './findings.ts'
import { Indicator } from './records.ts'
import { route } from './route.ts'
import * as wire from './wire.ts'

/*
 * The detector by itself: its verdict on pasted names, and what a new brand would have found. Nothing is stored.
 */

/** What one call may hold. */
export const benchLimits = { names: 1000, nameLength: 1000 } as const

/**
 * What became of a pasted name: a finding at 50 of 100 points and above; below it there were reasons, but too few; `official` names
 * and what lies below them never are one; `unreadable` text holds no host.
 */
export const benchStates = ['finding', 'below', 'nothing', 'official', 'unreadable'] as const
/** One of `benchStates`. */
export type BenchState = (typeof benchStates)[number]

/** The allow list entry that would suppress a name; null if there is none. */
const Allowed = z.nullable(
  z.object({
    id: z.string(),
    kind: z.enum(allowKinds),
    value: z.string(),
    reason: z.string(),
    expiresAt: z.nullable(wire.time),
  }),
)
/** The allow-list entry that would suppress a name; null when there is none. */
export type Allowed = z.output<typeof Allowed>

/** What the detector says of a name for one brand; `score` is 0 to 100. */
export const BenchVerdict = z.object({
  /** Name of the brand. */
  brand: z.string(),
  class: z.enum(findingClasses),
  /** 0 to 100. */
  score: z.number(),
  indicators: z.array(Indicator),
})
/** The result for one pasted name. */
export const BenchRow = z.object({
  /** As it was pasted. */
  name: z.string(),
  state: z.enum(benchStates),
  /** One for each brand that has reasons, best first. */
  verdicts: z.array(BenchVerdict),
  allowed: Allowed,
})
export type BenchRow = z.output<typeof BenchRow>

/**
 * Runs in a thread of its own with limits on time and memory. 429 while too many others run; 503 when the limits are
 * reached.
 */
export const matchNames = route({
  method: 'POST',
  path: '/test/matchNames',
  summary: 'Run the detector on pasted names with the brands of a company; nothing is stored',
  access: 'detector:try',
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    names: z.array(wire.text(benchLimits.nameLength, 1)).check(z.minLength(1), z.maxLength(benchLimits.names)),
  }),
  response: z.object({ rows: z.array(BenchRow) }),
})

/**
 * Why a form to look for is likely to find what is none of its business: few letters, an ordinary word, or finds of which most are
 * barely findings.
 */
export const aliasWarnings = ['short', 'word', 'weak'] as const

/** What a changed or new brand would have found among stored names. */
export const BackTest = z.object({
  /** Different names that were held against the brand. */
  names: z.int(),
  /** True when there were more than the limit. */
  isCapped: z.boolean(),
  /** Names that would have been findings. */
  found: z.int(),
  /** How many of them are threats of the company already. */
  known: z.int(),
  /** How many of them the allow list would suppress, among the first 5,000 found. */
  allowed: z.int(),
  /** The best, at most ten. */
  examples: z.array(
    z.object({
      name: z.string(),
      alias: z.string(),
      class: z.enum(findingClasses),
      /** 0 to 100. */
      score: z.number(),
      isKnown: z.boolean(),
      allowed: Allowed,
    }),
  ),
  /** Each form to look for by itself: one name can count for several. */
  aliases: z.array(z.object({ alias: z.string(), found: z.int(), warning: z.nullable(z.enum(aliasWarnings)) })),
})
export type BackTest = z.output<typeof BackTest>

/** The maximum number of names in a back-test. */
export const backTestNamesMax = 200_000

const host = wire.oneLine(253, 3)

/** Looks at no more than `backTestNamesMax` names; `isCapped` says when there were more. */
export const backTestAssets = route({
  method: 'POST',
  path: '/settings/assets/backtest',
  summary: 'Test a brand on stored names, those of the company and of the built-in list; nothing is stored',
  access: 'assets:write',
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    aliases: z.array(wire.oneLine(60, 2)).check(z.minLength(1), z.maxLength(50)),
    /** Everything that is the company's own: of this brand, of its others, and its further domains. */
    official: z.array(host).check(z.maxLength(2000)),
  }),
  response: BackTest,
})
