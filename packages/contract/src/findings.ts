/** How a name imitates a brand, most specific first. */
export const findingClasses = [
  'exact',
  'tld-swap',
  'homoglyph-idn',
  'homoglyph-ascii',
  'leet',
  'hyphenation',
  'typo',
  'combosquat',
  'subdomain',
  'subdomain-typo',
  'lure-url',
] as const
/** One of `findingClasses`. */
export type FindingClass = (typeof findingClasses)[number]

/**
 * One named reason behind a score, as in the glossary.
 *
 * `contribution` is signed: what the reason adds to (or takes from) the score, in points of 100. The contributions of a
 * verdict, summed and clamped to 0..100, are its score times 100.
 */
export interface Indicator {
  name: string
  /** What was seen, in words a reviewer can check, e.g. `Cyrillic с for c`. */
  value?: string
  contribution: number
}

/** What a connector saw: one name or address, not yet judged and not stored. */
export interface NameObservation {
  /** As written in the feed: a domain, a host or a URL. */
  name: string
  /** Which feed said so, e.g. `eth-phishing-detect`. */
  feed: string
  /** 1-based line or position within the feed. */
  line: number
}

/** Why a detector fired on a name for one brand. */
export interface Verdict {
  brandId: string
  class: FindingClass
  /** 0..1; at and above 0.5 it is a finding. */
  score: number
  indicators: Indicator[]
}

/** An observation that matched an asset: a value, stored later as a threat. */
export interface Finding extends Verdict {
  observation: NameObservation
  source: 'Domain' | 'URL'
  /** Normalised: the host in its ASCII form for `Domain`, the whole normalised address for `URL`. */
  identity: string
}
