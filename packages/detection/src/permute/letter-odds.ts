import { letterCosts } from './letter-costs.ts'

/** Letters a to z, and 0 for the edge of a word. */
const symbols = 27
/** Costs are halves of a bit, written as one printable character each, from `]` (0) to `~` (16.5). */
const stepsPerBit = 2
const firstCode = 0x5d

const costs = Float32Array.from(letterCosts, (char) => (char.charCodeAt(0) - firstCode) / stepsPerBit)

function symbolAt(text: string, at: number): number {
  const letter = text.charCodeAt(at) - 0x60
  return letter >= 1 && letter <= 26 ? letter : 0
}

/**
 * How surprising a text is as a sequence of letters, in bits: the rarer its pairs of letters are in ordinary domain names, the higher the
 * value. Everyday language has about 4 bits a letter.
 *
 * @param text lower case; anything but a letter counts as an edge
 */
export function surpriseOf(text: string): number {
  let bits = 0
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const symbol = symbolAt(text, at)
    bits += costs[before * symbols + symbol]!
    before = symbol
  }
  return bits
}

/** The average surprise of a protected name in bits, the number of bits for one unit of rarity, and the limit of rarity. */
const surpriseMean = 30
const surpriseStep = 6
const rarityMax = 2.5

/** How unlikely it is that chance spells a protected name: 0 for an average one, -2.5 for `dhl`, 2.5 for the longest. */
export function rarityOf(alias: string): number {
  return Math.max(-rarityMax, Math.min(rarityMax, (surpriseOf(alias) - surpriseMean) / surpriseStep))
}
