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
 * One named reason for a score, as in the glossary.
 *
 * `contribution` is signed: what the reason adds to (or subtracts from) the score, in points of 100. The contributions of a verdict, summed
 * and clamped to 0..100, are its score times 100.
 */
export interface Indicator {
  name: string
  /** The observation, in words a reviewer can check, e.g. `Cyrillic с for c`. */
  value?: string
  contribution: number
}

/** What a connector found: one name or address, before detection and not stored. */
export interface NameObservation {
  /** As written in the feed: a domain, a host or a URL. */
  name: string
  /** The feed that reported it, e.g. `eth-phishing-detect`. */
  feed: string
  /** 1-based line or position within the feed. */
  line: number
}

/** Why the detector matched a name with one brand. */
export interface Verdict {
  brandId: string
  class: FindingClass
  /** 0..1; 0.5 or more is a finding. */
  score: number
  indicators: Indicator[]
}

/** An observation that matched an asset, later stored as a threat. */
export interface Finding extends Verdict {
  observation: NameObservation
  source: 'Domain' | 'URL'
  /** Normalised: the host in its ASCII form for `Domain`, the whole normalised address for `URL`. */
  identity: string
}
