import * as z from 'zod/mini'
import { allowKinds } from '../threats/allow-list.ts'
import { findingClasses } from '../threats/findings.ts'
import { MarkedName } from '../threats/marked-name.ts'
import { ShownIndicator } from '../threats/records.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/* The detector on its own: its verdict on pasted names, and what a new brand would have found. Nothing is stored. */

/** Limits of one call. */
export const benchLimits = { names: 1000, nameLength: 1000 } as const

/**
 * The result for a pasted name: a finding has at least 50 of 100 points; `below` has reasons, but too few points; `official` names and
 * those below them are never a finding; `unreadable` text contains no host.
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
    reason: z.nullable(z.string()),
    expiresAt: z.nullable(wire.time),
  }),
)
/** The allow list entry that would suppress a name; null if there is none. */
export type Allowed = z.output<typeof Allowed>

/** The detector's verdict on a name for one brand; `score` is 0 to 100. */
export const BenchVerdict = z.object({
  /** Name of the brand. */
  brand: z.string(),
  class: z.enum(findingClasses),
  /** 0 to 100. */
  score: z.number(),
  indicators: z.array(ShownIndicator),
})
/** The result for one pasted name. */
export const BenchRow = z.object({
  /** As pasted. */
  name: z.string(),
  state: z.enum(benchStates),
  /** One for each brand that has reasons, best first. */
  verdicts: z.array(BenchVerdict),
  /** The host with its parts marked for the best verdict; null without one, or if nothing in it can be marked. */
  markedName: z.nullable(MarkedName),
  allowed: Allowed,
})
export type BenchRow = z.output<typeof BenchRow>

/** Runs in a thread of its own with limits on time and memory. 429 when too many other calls are running; 503 when a limit is exceeded. */
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

/** Why an alias is likely to match unrelated names: it has few letters, is an ordinary word, or most of its matches are barely findings. */
export const aliasWarnings = ['short', 'word', 'weak'] as const

/** What a changed or new brand would have found among stored names. */
export const BackTest = z.object({
  /** Number of distinct names that were compared with the brand. */
  names: z.int(),
  /** True when there were more names than the limit. */
  isCapped: z.boolean(),
  /** Number of names that would have been findings. */
  found: z.int(),
  /** How many of them are already threats of the company. */
  known: z.int(),
  /** How many of them the allow list would suppress, among the first 5,000 found. */
  allowed: z.int(),
  /** The findings with the highest scores, at most ten. */
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
  /** Results for each alias; one name can count for several aliases. */
  aliases: z.array(z.object({ alias: z.string(), found: z.int(), warning: z.nullable(z.enum(aliasWarnings)) })),
})
export type BackTest = z.output<typeof BackTest>

/** The maximum number of names in a back-test. */
export const backTestNamesMax = 200_000

const host = wire.oneLine(253, 3)

/** Compares at most `backTestNamesMax` names; `isCapped` indicates that there are more. */
export const backTestAssets = route({
  method: 'POST',
  path: '/settings/assets/backtest',
  summary: 'Test a brand on stored names, those of the company and of the built-in list; nothing is stored',
  access: 'assets:write',
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    aliases: z.array(wire.oneLine(60, 2)).check(z.minLength(1), z.maxLength(50)),
    /** All official hosts of the company: of this brand, of its other brands, and its further domains. */
    official: z.array(host).check(z.maxLength(2000)),
  }),
  response: BackTest,
})
