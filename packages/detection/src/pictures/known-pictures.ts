import { type PicturePrint, printBits } from './picture-prints.ts'

/** Pictures that others are compared with, packed for `findKnownPicture`. */
export interface KnownPictures {
  /** The place of the picture in the list, for each print. */
  owners: Uint32Array
  /** Four words for each print. */
  words: Uint32Array
}

/** The known picture that a picture looks like. */
export interface FoundPicture {
  /** Its place in the list. */
  at: number
  /** The share of their prints that agrees, 0.5 for unrelated pictures to 1. */
  agreement: number
}

const wordsPerPrint = 4
/**
 * Bits that may differ: of both hashes together, and of each. Logos differ more in their waves than in their areas (`npm run
 * eval:pictures`).
 */
const apartMax = 18
const wavesApartMax = 10
const areasApartMax = 14
const hashBits = printBits / 2

/**
 * Packs pictures into an index: a hundred thousand take a few milliseconds to compare, because their prints lie one after the other in
 * memory and most are dismissed by their first words.
 *
 * @param pictures the prints of each, from `printsOfKnown`
 */
export function indexKnownPictures(pictures: readonly (readonly PicturePrint[])[]): KnownPictures {
  const count = pictures.reduce((sum, prints) => sum + prints.length, 0)
  const owners = new Uint32Array(count)
  const words = new Uint32Array(count * wordsPerPrint)
  let at = 0
  for (const [owner, prints] of pictures.entries())
    for (const print of prints) {
      owners[at] = owner
      words.set(wordsOf(print), at * wordsPerPrint)
      at += 1
    }
  return { owners, words }
}

/**
 * Finds the known picture that a picture looks most like: in another size, compressed, cut at its sides, with other colours, light on dark
 * instead of dark on light, or with a mark over a part of it.
 *
 * @param prints from `printsOfPicture`
 * @returns null if it looks like none
 */
export function findKnownPicture(
  { owners, words }: KnownPictures,
  prints: readonly PicturePrint[],
): FoundPicture | null {
  let least = apartMax + 1
  let found = -1
  for (const print of prints) {
    const [a = 0, b = 0, c = 0, d = 0] = wordsOf(print)
    for (let at = 0, from = 0; at < owners.length; at += 1, from += wordsPerPrint) {
      const waves = bitsOf(words[from]! ^ a) + bitsOf(words[from + 1]! ^ b)
      // With light and dark exchanged, every bit differs.
      const isTurned = waves > hashBits / 2
      const wavesApart = isTurned ? hashBits - waves : waves
      if (wavesApart > wavesApartMax || wavesApart >= least) continue
      const areas = bitsOf(words[from + 2]! ^ c) + bitsOf(words[from + 3]! ^ d)
      const areasApart = isTurned ? hashBits - areas : areas
      if (areasApart > areasApartMax || wavesApart + areasApart >= least) continue
      least = wavesApart + areasApart
      found = owners[at] ?? -1
    }
  }
  return found === -1 ? null : { at: found, agreement: 1 - least / printBits }
}

const low = 0xff_ff_ff_ffn
const wordsOf = ([waves, areas]: PicturePrint): number[] =>
  [waves >> 32n, waves & low, areas >> 32n, areas & low].map(Number)

/** The number of bits that are 1. */
function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55_55_55_55)
  bits = (bits & 0x33_33_33_33) + ((bits >>> 2) & 0x33_33_33_33)
  return Math.imul((bits + (bits >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24
}
