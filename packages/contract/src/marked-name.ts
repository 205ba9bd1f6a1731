import * as z from 'zod/mini'

/**
 * What a stretch of a suspect name is.
 *
 * - `brand`: letters of the protected name as they are
 * - `official`: an official host written out in front of a foreign domain
 * - `lookAlike`: one or more characters that pass for others (`rn` for `m`, a Cyrillic letter, a digit)
 * - `replaced`, `inserted`, `swapped`: another letter, one too many, two in each other's place
 * - `missing`: a letter is missing here
 * - `hyphen`: a hyphen inside of the protected name
 * - `riskWord`: a word that impersonators add to a brand
 * - `suffix`: what the name ends in, where the protected name is written as it is but ends otherwise
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

/** A stretch of a name; `start` and `end` are positions in UTF-16 code units, equal for what is missing. */
export const NameMark = z.object({
  start: z.int(),
  end: z.int(),
  kind: z.enum(markKinds),
  /** The corresponding text in the protected name, e.g. `m` for `rn`; the official suffix for `suffix`. */
  imitates: z.optional(z.string()),
})
export type NameMark = z.output<typeof NameMark>

/** A suspect host as people see it, with its parts marked; marks are in order and do not overlap. */
export const MarkedName = z.object({
  /** The host with its `xn--` labels decoded, lower case. */
  name: z.string(),
  /** The protected name it is compared with, e.g. `trustwallet`; empty when it only contains an official host or a risk word. */
  alias: z.string(),
  marks: z.array(NameMark),
})
export type MarkedName = z.output<typeof MarkedName>
