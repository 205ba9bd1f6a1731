import type { Buffer } from 'node:buffer'

/** For which devices a resource is: the parts of a configuration that decide about labels and icons. */
export interface ResourceConfig {
  language: string
  script: string
  region: string
  density: number
  sdkVersion: number
  smallestWidth: number
  orientation: number
  /** Whether it is only for devices of a certain network, keyboard, mode or large screen, which the typical phone isn't. */
  isSpecial: boolean
}

const anyDensity = 0xfffe
const portrait = 1
/** The telephone that icons are chosen for, the one of Android's own `aapt dump badging`: 320 dp wide, with a medium density. */
const wantedDensity = 160
const wantedWidth = 320

/**
 * Reads a configuration. Old ones are shorter: what is missing counts as zero.
 * Source: Android's ResourceTypes.h, `ResTable_config`.
 */
export function readConfig(bytes: Buffer): ResourceConfig {
  const u8 = (at: number) => (at < bytes.length ? bytes.readUInt8(at) : 0)
  const u16 = (at: number) => (at + 2 <= bytes.length ? bytes.readUInt16LE(at) : 0)
  const screenSize = u8(28) & 0x0f
  const special = [u16(4), u16(6), u8(13), u8(16), u8(17), u16(20), u16(22), u8(28) & 0xc0, u8(29)]
  return {
    language: letters(u8(8), u8(9), 'a'),
    region: letters(u8(10), u8(11), '0'),
    script: bytes.toString('latin1', 36, 40).replaceAll(/[^A-Za-z]/g, ''),
    density: u16(14),
    sdkVersion: u16(24),
    smallestWidth: u16(30),
    orientation: u8(12),
    isSpecial: special.some((value) => value !== 0) || screenSize > 2 || u16(32) > 320 || u16(34) > 480,
  }
}

/** Two letters, or three in five bits each. */
function letters(first: number, second: number, base: string): string {
  if (first === 0) return ''
  if ((first & 0x80) === 0) return String.fromCodePoint(first, second).replace('\0', '')
  const start = base.codePointAt(0) ?? 0
  const digits = [second & 0x1f, (second >> 5) | ((first & 0x03) << 3), (first & 0x7c) >> 2]
  return String.fromCodePoint(...digits.map((digit) => start + digit))
}

/** The locale as Android writes it, e.g. `pt-BR` or `sr-Latn`; empty for the default. */
export const localeOf = ({ language, script, region }: ResourceConfig) =>
  [language, script, region].filter(Boolean).join('-')

/** How well a resource suits a locale: its own first, then its language, then the default; undefined if it is for another one. */
function localeRank(config: ResourceConfig, locale: string): number | undefined {
  const own = localeOf(config)
  if (own === locale) return 2
  if (own === '') return 0
  return own === locale.split('-')[0] ? 1 : undefined
}

/**
 * The best of several values of a resource for a typical phone in a locale: the rules of Android's `ResTable_config::isBetterThan` for
 * the parts that are read.
 */
export function bestFor<T extends { config: ResourceConfig }>(values: readonly T[], locale: string): T | undefined {
  const usable = values.flatMap((value) => {
    const { config } = value
    const rank = localeRank(config, locale)
    const isUsable = !config.isSpecial && config.orientation <= portrait && config.smallestWidth <= wantedWidth
    return rank === undefined || !isUsable ? [] : [{ value, rank }]
  })
  let best = usable[0]
  for (const each of usable) if (best && isBetter(each, best)) best = each
  return best?.value
}

interface Ranked {
  value: { config: ResourceConfig }
  rank: number
}

function isBetter({ value: { config: a }, rank }: Ranked, { value: { config: b }, rank: otherRank }: Ranked): boolean {
  if (rank !== otherRank) return rank > otherRank
  if (a.smallestWidth !== b.smallestWidth) return a.smallestWidth > b.smallestWidth
  if (a.orientation !== b.orientation) return a.orientation > b.orientation
  const [first, second] = [a.density || wantedDensity, b.density || wantedDensity]
  if (first !== second) return isDensityBetter(first, second)
  return a.sdkVersion > b.sdkVersion
}

/** Any density is best; then the one that is scaled less, where scaling down counts half. */
function isDensityBetter(a: number, b: number): boolean {
  if (a === anyDensity || b === anyDensity) return a === anyDensity
  const [low, high] = [Math.min(a, b), Math.max(a, b)]
  const prefersHigh =
    wantedDensity >= high || (wantedDensity > low && (2 * low - wantedDensity) * high <= wantedDensity * wantedDensity)
  return prefersHigh === (a === high)
}
