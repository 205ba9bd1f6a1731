import { confusables } from './confusables.ts'

/** The scripts whose mixing is reported; all other characters count as common. */
const scripts: readonly [string, RegExp][] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
]

/**
 * The confusable skeleton of one domain label in ASCII: labels that look alike share it.
 *
 * Source: Unicode TS #39, section 4 (decompose, drop marks, replace look-alikes); compatibility decomposition (NFKD)
 * is used in place of NFD, and the table is the subset described in `confusables.ts`.
 *
 * @param label a U-label without dots, e.g. `pаypal` with a Cyrillic `а`
 * @returns letters, digits and hyphens, e.g. `paypal`; characters without a look-alike become `?`. Compare it, never show it.
 */
export function skeletonOf(label: string): string {
  let skeleton = ''
  for (const character of label.normalize('NFKC').toLowerCase()) {
    skeleton += plainOf(character)
  }
  return skeleton
}

/** A cache of readings: decomposing is slow, and names use few scripts. */
const read = new Map<string, string>()
const readMax = 20_000

function plainOf(character: string): string {
  const known = read.get(character)
  if (known !== undefined) return known
  const plain = confusables.get(character) ?? (plainCharacter.test(character) ? character : decomposed(character))
  if (read.size < readMax) read.set(character, plain)
  return plain
}

const plainCharacter = /^[a-z0-9-]$/

function decomposed(character: string): string {
  let plain = ''
  for (const part of character.normalize('NFKD').toLowerCase()) {
    if (/\p{M}|\p{Cf}/u.test(part)) continue
    plain += /[a-z0-9-]/.test(part) ? part : (confusables.get(part) ?? '?')
  }
  return plain
}

/**
 * The scripts in one label that can be mistaken for each other.
 *
 * Source: Unicode TS #39, section 5 (mixed-script detection), for Latin, Cyrillic, Greek, Armenian and Cherokee.
 *
 * @returns e.g. `['Latin', 'Cyrillic']`; more than one means the label mixes scripts
 */
export function scriptsOf(label: string): string[] {
  return scripts.filter(([, pattern]) => pattern.test(label)).map(([script]) => script)
}
