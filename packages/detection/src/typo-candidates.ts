import { foldLight } from './fold.ts'

/** Odd, so that it has an inverse modulo 2^32 and windows of a prefix sum can be shifted to the origin. */
const base = 0x01_00_01_93
const windowMax = 64

/** Multiplicative inverse modulo 2^32 by Newton's iteration: each step doubles the correct bits. */
function inverseOf(odd: number): number {
  let inverse = odd
  for (let i = 0; i < 5; i++) inverse = Math.imul(inverse, 2 - Math.imul(odd, inverse))
  return inverse
}

const inverse = inverseOf(base)
const inverse2 = Math.imul(inverse, inverse)

function powersOf(factor: number): Int32Array {
  const powers = new Int32Array(256)
  let power = 1
  for (let i = 0; i < powers.length; i++) {
    powers[i] = power
    power = Math.imul(power, factor)
  }
  return powers
}

const basePowers = powersOf(base)
const inversePowers = powersOf(inverse)

/** Spreads the 27 symbols over 32 bits, so that sums of them rarely meet. */
const spread = Int32Array.from({ length: 32 }, (_, symbol) => {
  let x = Math.imul(symbol + 1, 0x9e_37_79_b1)
  x = Math.imul(x ^ (x >>> 15), 0x85_eb_ca_6b)
  return x ^ (x >>> 13)
})

/** Words by the hashes of what is left of them when up to two letters go. */
export interface TypoIndex {
  /** One bit per hash prefix: most probes end here. */
  readonly bits: Int32Array
  readonly shift: number
  /** Hash → numbers of the words that leave it. */
  readonly words: ReadonlyMap<number, readonly number[]>
  /** `editsAt[n]`: how many letters of a text of length n are worth deleting (0 = not even looked up as it is, else 1 + k). */
  readonly editsAt: Uint8Array
}

/** Prefix sums of a text for hashing its windows; reused, so results must be read before the next text. */
const sums = new Int32Array(256)

/** Loads a text (lower-case ASCII, at most 255 letters and digits of it) and returns how many symbols were kept. */
export function loadTypoText(text: string, start: number, end: number): number {
  let n = 0
  for (let i = start; i < end && n < 255; i++) {
    const symbol = foldLight[text.charCodeAt(i) & 127]!
    if (symbol === 0) continue
    sums[n + 1] = (sums[n]! + Math.imul(spread[symbol]!, basePowers[n]!)) | 0
    n++
  }
  return n
}

/** Calls `see` with the hash of the window and of every text left when up to `edits` letters of it go. */
function eachDeletion(start: number, end: number, edits: number, see: (hash: number) => void): void {
  const origin = inversePowers[start]!
  const s0 = sums[start]!
  const s1 = sums[end]!
  see(Math.imul((s1 - s0) | 0, origin))
  if (edits < 1) return
  for (let i = start; i < end; i++) {
    const head = (sums[i]! - s0) | 0
    const after = sums[i + 1]!
    see(Math.imul((head + Math.imul((s1 - after) | 0, inverse)) | 0, origin))
    if (edits < 2) continue
    for (let j = i + 1; j < end; j++) {
      const middle = Math.imul((sums[j]! - after) | 0, inverse)
      const tail = Math.imul((s1 - sums[j + 1]!) | 0, inverse2)
      see(Math.imul((head + middle + tail) | 0, origin))
    }
  }
}

/**
 * Indexes words by their deletion neighbourhood, so that a lookup costs the same for one word or ten thousand.
 *
 * Source: the symmetric-delete idea (W. Garbe, 2012) over polynomial rolling hashes: two texts within k edits leave a
 * common text when at most k letters of each go.
 *
 * @param words lower-case ASCII
 * @param editsOf how many edits a word tolerates: 0 (not indexed), 1 or 2
 */
export function buildTypoIndex(words: readonly string[], editsOf: (word: string) => number): TypoIndex {
  const byHash = new Map<number, number[]>()
  const editsAt = new Uint8Array(256)
  for (const [number, word] of words.entries()) {
    const edits = editsOf(word)
    if (edits === 0 || word.length > windowMax) continue
    const n = loadTypoText(word, 0, word.length)
    for (let length = Math.max(1, n - edits); length <= n + edits; length++) {
      editsAt[length] = Math.max(editsAt[length]!, 1 + edits)
    }
    eachDeletion(0, n, edits, (hash) => {
      const list = byHash.get(hash)
      if (!list) byHash.set(hash, [number])
      else if (list[list.length - 1] !== number) list.push(number)
    })
  }
  // About 32 bits a hash: one probe in thirty-two of a foreign text goes on to the map.
  const bitCount = Math.max(15, Math.min(24, Math.ceil(Math.log2(Math.max(1, byHash.size) * 32))))
  const shift = 32 - bitCount
  const bits = new Int32Array(2 ** (bitCount - 5))
  for (const hash of byHash.keys()) {
    const bit = Math.imul(hash, 0x9e_37_79_b1) >>> shift
    bits[bit >>> 5] = bits[bit >>> 5]! | (1 << (bit & 31))
  }
  return { bits, shift, words: byHash, editsAt }
}

function probe(index: TypoIndex, hash: number, found: number[]): void {
  const bit = Math.imul(hash, 0x9e_37_79_b1) >>> index.shift
  if (((index.bits[bit >>> 5]! >>> (bit & 31)) & 1) === 0) return
  for (const number of index.words.get(hash) ?? []) if (!found.includes(number)) found.push(number)
}

/**
 * Adds the words that may be a few edits away from a window of the loaded text; each still has to be measured.
 *
 * @param start first symbol of the window in the text given to `loadTypoText`, `end` one past the last
 * @param found numbers of candidate words, appended without repeats
 * @param editsMax deletes no more letters of the window than this
 */
export function typoCandidates(index: TypoIndex, start: number, end: number, found: number[], editsMax = 2): void {
  const edits = Math.min(editsMax, index.editsAt[Math.min(255, end - start)]! - 1)
  if (edits < 0) return
  const origin = inversePowers[start]!
  const s0 = sums[start]!
  const s1 = sums[end]!
  probe(index, Math.imul((s1 - s0) | 0, origin), found)
  // Written out rather than shared with eachDeletion: a callback here costs a third of the whole pass.
  for (let i = start; i < end; i++) {
    const head = (sums[i]! - s0) | 0
    const after = sums[i + 1]!
    probe(index, Math.imul((head + Math.imul((s1 - after) | 0, inverse)) | 0, origin), found)
    if (edits < 2) continue
    for (let j = i + 1; j < end; j++) {
      const middle = Math.imul((sums[j]! - after) | 0, inverse)
      const tail = Math.imul((s1 - sums[j + 1]!) | 0, inverse2)
      probe(index, Math.imul((head + middle + tail) | 0, origin), found)
    }
  }
}
