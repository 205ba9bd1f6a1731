import * as z from 'zod/mini'

/**
 * The kinds of marks on a part of a suspicious name.
 *
 * - `brand`: unchanged letters of the protected name
 * - `official`: an official host written out to the left of a foreign domain
 * - `lookAlike`: one or more characters that look like others (`rn` for `m`, a Cyrillic letter, a digit)
 * - `replaced`, `inserted`, `swapped`: a different letter, an additional letter, two swapped letters
 * - `missing`: a letter is missing here
 * - `hyphen`: a hyphen inside the protected name
 * - `riskWord`: a word that impersonators add to a brand
 * - `suffix`: the suffix, where the protected name is unchanged but has another suffix
 * - `hosting`: the name of a service where anyone can get a name
 */
export const markKinds = [
  'brand',
  'official',
  'lookAlike',
  'replaced',
  'inserted',
  'swapped',
  'missing',
  'hyphen',
  'riskWord',
  'suffix',
  'hosting',
] as const
/** One of `markKinds`. */
export type MarkKind = (typeof markKinds)[number]

/** A marked part of a name; `start` and `end` are positions in UTF-16 code units, equal for a missing letter. */
export const NameMark = z.object({
  start: z.int(),
  end: z.int(),
  kind: z.enum(markKinds),
  /** The corresponding text in the protected name, e.g. `m` for `rn`; the official suffix for `suffix`. */
  imitates: z.optional(z.string()),
})
export type NameMark = z.output<typeof NameMark>

/** A suspicious host as it is displayed, with its parts marked; marks are in order and do not overlap. */
export const MarkedName = z.object({
  /** The host with its `xn--` labels decoded, lower case. */
  name: z.string(),
  /** The protected name it is compared with, e.g. `trustwallet`; empty when it only contains an official host or a risk word. */
  alias: z.string(),
  marks: z.array(NameMark),
})
export type MarkedName = z.output<typeof MarkedName>
