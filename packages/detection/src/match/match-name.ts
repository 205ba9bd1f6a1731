import type { Verdict } from '@signet/contract/threats/findings'
import { type AssetIndex, type OfficialHost, ownersOf } from './compile-assets.ts'
import { classOf } from './classify.ts'
import { describeHit, type ReadHost, type Sighting } from './describe-hit.ts'
import { findMisspellings, findNames, type Hit } from './find-hits.ts'
import { matchAddress } from './match-address.ts'
import { normaliseName, type NormalisedName } from '../names/normalise-name.ts'
import { labelToUnicode } from '../names/punycode.ts'
import { findingScoreMin } from '../score/score.ts'
import { skeletonOf } from '../names/skeleton.ts'
import { splitName } from '../names/split-name.ts'
import { weighSighting, weighSpelledOut } from '../score/weigh-sighting.ts'

/** Settings of one call; everything has a default. */
export interface MatchOptions {
  /** Verdicts below this score are left out, 0 to 1; 0.5 by default. */
  scoreMin?: number
}

/** The host with every `xn--` label replaced by the ASCII text it looks like; the host itself when it has no such label. */
function readingOf(host: string): string {
  if (!host.includes('xn--')) return host
  return host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? skeletonOf(labelToUnicode(label)) || '?' : label))
    .join('.')
}

function readHost(host: string, reading: string): ReadHost {
  const readingLabels = reading.split('.')
  const labelStarts: number[] = []
  let at = 0
  for (const label of readingLabels) {
    labelStarts.push(at)
    at += label.length + 1
  }
  return { host, reading, split: splitName(host), labelStarts, readingLabels }
}

type SpelledOut = OfficialHost & { host: string }
const nothingSpelledOut: readonly SpelledOut[] = []

/** Official hosts written out left of the registrable domain, e.g. `client.com` in `client.com.evil.tld`. */
function spelledOut(index: AssetIndex, read: ReadHost, silent: ReadonlySet<string>): readonly SpelledOut[] {
  const { labels, registrableAt } = read.split
  if (registrableAt < 1) return nothingSpelledOut
  const found: SpelledOut[] = []
  for (let from = 0; from < registrableAt; from++) {
    const lengthMax = Math.min(index.officialLabelsMax, registrableAt + 1 - from)
    let host = labels[from] ?? ''
    for (let length = 2; length <= lengthMax; length++) {
      host += `.${labels[from + length - 1] ?? ''}`
      for (const official of index.officials.get(host) ?? []) {
        if (!silent.has(official.owner)) found.push({ ...official, host })
      }
    }
  }
  return found
}

/** With fewer dots, no official host fits to the left of a foreign domain and its suffix. */
const spelledOutDots = 3

function hasDots(host: string, count: number): boolean {
  let at = -1
  for (let seen = 0; seen < count; seen++) {
    at = host.indexOf('.', at + 1)
    if (at < 0) return false
  }
  return true
}

function isIpAddress(host: string): boolean {
  return /^[\d.]+$/.test(host) || host.startsWith('[')
}

const nobody: ReadonlySet<string> = new Set()
const noHits: readonly Hit[] = []
const hits: Hit[] = []

/** The positions in a host that need a closer check. The next call reuses the list. */
function hitsIn(index: AssetIndex, reading: string): readonly Hit[] {
  hits.length = 0
  for (const tables of index.tables) {
    findNames(tables, reading, hits)
    findMisspellings(tables, reading, hits)
  }
  return hits.length === 0 ? noHits : hits
}

/** Keeps the better of two verdicts for a brand. */
function keepBest(best: Map<string, Verdict>, owner: string, verdict: Verdict): void {
  const key = `${owner}\n${verdict.brandId}`
  const known = best.get(key)
  if (!known || verdict.score > known.score) best.set(key, verdict)
}

/** A position in a host that may imitate a brand, or, without a sighting, an official host written before the registrable domain. */
export interface Suspicion {
  read: ReadHost
  owner: string
  brandId: string
  sighting: Sighting | null
  /** The official host of the brand that is written left of the registrable domain, or `''`. */
  official: string
}

/**
 * Calls `see` for every position in a host that may imitate a brand, before any of them is weighed.
 *
 * Brands of the host's owner are left out.
 */
export function eachSuspicion(index: AssetIndex, host: string, see: (suspicion: Suspicion) => void): void {
  const reading = readingOf(host)
  const found = hitsIn(index, reading)
  if (found.length === 0 && !hasDots(host, spelledOutDots)) return
  const owners = ownersOf(index, host)
  const silent = owners.length === 0 ? nobody : new Set(owners.map(({ owner }) => owner))
  // The host is official for every owner, so there is no brand left that it could imitate.
  if (silent.size === index.ownerCount) return
  const read = readHost(host, reading)
  const spelled = spelledOut(index, read, silent)
  for (const hit of found) {
    if (silent.has(index.patterns[hit.pattern]?.owner ?? '')) continue
    const sighting = describeHit(index, read, hit)
    if (!sighting) continue
    const { owner, brandId } = sighting.pattern
    const official = spelled.find((other) => other.owner === owner && other.brandId === brandId)
    see({ read, owner, brandId, sighting, official: official?.host ?? '' })
  }
  for (const { owner, brandId, host: official } of spelled) see({ read, owner, brandId, sighting: null, official })
}

function matchHost(index: AssetIndex, host: string, best: Map<string, Verdict>, scoreMin: number): void {
  eachSuspicion(index, host, ({ read, owner, brandId, sighting, official }) => {
    const sheet = sighting
      ? weighSighting(index, read, sighting, official !== '', scoreMin)
      : weighSpelledOut(index, read, official)
    if (!sheet) return
    const verdict = { score: sheet.score, indicators: sheet.indicators }
    keepBest(best, owner, { brandId, class: sighting ? classOf(sighting) : 'subdomain', ...verdict })
  })
}

/** All verdicts on a name that is already normalised, best first; see `matchName`. */
export function matchNormalised(index: AssetIndex, name: NormalisedName, options: MatchOptions = {}): Verdict[] {
  const scoreMin = options.scoreMin ?? findingScoreMin
  const best = new Map<string, Verdict>()
  if (!isIpAddress(name.host)) matchHost(index, name.host, best, scoreMin)
  if (name.isAddress) {
    for (const { owner, brandId, sheet } of matchAddress(index, name, ownersOf(index, name.host))) {
      keepBest(best, owner, { brandId, class: 'lure-url', score: sheet.score, indicators: sheet.indicators })
    }
  }
  if (best.size === 0) return []
  return [...best.values()].filter(({ score }) => score >= scoreMin).toSorted((a, b) => b.score - a.score)
}

/**
 * Finds the protected brands that a name imitates, with the reasons.
 *
 * Official domains of an owner, and everything below them, never match any brand of that owner, except for a redirect from them to a
 * foreign host.
 *
 * @param text a domain, host or URL as written in a feed
 * @returns at most one verdict per brand, best first; empty for text without a host
 */
export function matchName(index: AssetIndex, text: string, options: MatchOptions = {}): Verdict[] {
  const name = normaliseName(text)
  return name ? matchNormalised(index, name, options) : []
}
