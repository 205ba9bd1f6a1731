import { symbolDistance } from './edit-distance.ts'
import { foldLight } from './fold.ts'
import { sharedInt32, sharedUint8 } from './shared-array.ts'
import { buildTypoGate, passesWhole, passingWindows, type TypoGate, windowLengthMin } from './typo-gate.ts'

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
  /** Open table of pairs: a hash, and where its words begin in `lists`, plus one (0 = free). */
  readonly slots: Int32Array
  /** Numbers of the words that leave one hash, one list after the other, each after its length. */
  readonly lists: Int32Array
  /** `editsAt[n]`: how many letters of a text of length n are worth deleting (0 = not even looked up as it is, else 1 + k). */
  readonly editsAt: Uint8Array
  /** What a text must share with a word before deletions are tried. */
  readonly gate: TypoGate
  /** Symbols of all words, where each begins (and the last ends), and how many edits each tolerates. */
  readonly symbols: Uint8Array
  readonly symbolsFrom: Int32Array
  readonly edits: Uint8Array
}

const textLengthMax = 255
/** The loaded text, and prefix sums of it for hashing its windows; reused, so results must be read before the next text. */
const symbols = new Uint8Array(textLengthMax + 1)
const sums = new Int32Array(textLengthMax + 1)
let summed = 0

/** Loads a text (ASCII, at most 255 letters and digits of it) and returns how many symbols were kept. */
export function loadTypoText(text: string, start: number, end: number): number {
  let n = 0
  for (let i = start; i < end && n < textLengthMax; i++) {
    const symbol = foldLight[text.charCodeAt(i) & 127]!
    if (symbol !== 0) symbols[n++] = symbol
  }
  summed = 0
  return n
}

/** As `loadTypoText`, from bytes; they must be ASCII. */
export function loadTypoBytes(bytes: Uint8Array, start: number, end: number): number {
  let n = 0
  for (let i = start; i < end && n < textLengthMax; i++) {
    const symbol = foldLight[bytes[i]! & 127]!
    if (symbol !== 0) symbols[n++] = symbol
  }
  summed = 0
  return n
}

/** Sums are only needed of the few texts that pass a gate. */
function sumUpTo(end: number): void {
  for (; summed < end; summed++) {
    sums[summed + 1] = (sums[summed]! + Math.imul(spread[symbols[summed]!]!, basePowers[summed]!)) | 0
  }
}

/** Calls `see` with the hash of the text and of every text left when up to `edits` letters of it go. */
function eachDeletion(end: number, edits: number, see: (hash: number) => void): void {
  sumUpTo(end)
  const s1 = sums[end]!
  see(s1)
  if (edits < 1) return
  for (let i = 0; i < end; i++) {
    const head = sums[i]!
    const after = sums[i + 1]!
    see((head + Math.imul((s1 - after) | 0, inverse)) | 0)
    if (edits < 2) continue
    for (let j = i + 1; j < end; j++) {
      const middle = Math.imul((sums[j]! - after) | 0, inverse)
      const tail = Math.imul((s1 - sums[j + 1]!) | 0, inverse2)
      see((head + middle + tail) | 0)
    }
  }
}

function mixed(hash: number): number {
  return Math.imul(hash, 0x9e_37_79_b1)
}

/** Puts the words of each hash into flat tables. */
function flatten(byHash: ReadonlyMap<number, readonly number[]>) {
  let total = 0
  for (const list of byHash.values()) total += 1 + list.length
  const slotCount = 2 ** Math.ceil(Math.log2(Math.max(8, byHash.size * 2)))
  const slots = sharedInt32(slotCount * 2)
  const lists = sharedInt32(total)
  let end = 0
  for (const [hash, list] of byHash) {
    let slot = mixed(hash) & (slotCount - 1)
    while (slots[slot * 2 + 1] !== 0) slot = (slot + 1) & (slotCount - 1)
    slots[slot * 2] = hash
    slots[slot * 2 + 1] = end + 1
    lists[end] = list.length
    lists.set(list, end + 1)
    end += 1 + list.length
  }
  return { slots, lists }
}

/**
 * Indexes words by their deletion neighbourhood, so that a lookup costs the same for one word or ten thousand.
 *
 * Source: the symmetric-delete idea (W. Garbe, 2012) over polynomial rolling hashes: two texts within k edits leave a
 * common text when at most k letters of each go.
 *
 * @param words lower-case ASCII letters and digits
 * @param editsOf how many edits a word tolerates: 0 (not indexed), 1 (from 6 letters on) or 2 (from 9 on)
 */
export function buildTypoIndex(words: readonly string[], editsOf: (word: string) => number): TypoIndex {
  const byHash = new Map<number, number[]>()
  const editsAt = sharedUint8(256)
  const edits = sharedUint8(words.length)
  const symbolsFrom = sharedInt32(words.length + 1)
  const wordSymbols = sharedUint8(words.reduce((sum, word) => sum + word.length, 0))
  const gated: { symbols: number[]; edits: number }[] = []
  for (const [number, word] of words.entries()) {
    const n = loadTypoText(word, 0, word.length)
    const from = symbolsFrom[number]!
    symbolsFrom[number + 1] = from + n
    wordSymbols.set(symbols.subarray(0, n), from)
    const wordEdits = word.length > windowMax ? 0 : editsOf(word)
    if (wordEdits === 0) continue
    edits[number] = wordEdits
    gated.push({ symbols: [...symbols.subarray(0, n)], edits: wordEdits })
    for (let length = Math.max(1, n - wordEdits); length <= n + wordEdits; length++) {
      editsAt[length] = Math.max(editsAt[length]!, 1 + wordEdits)
    }
    eachDeletion(n, wordEdits, (hash) => {
      const list = byHash.get(hash)
      if (!list) byHash.set(hash, [number])
      else if (list[list.length - 1] !== number) list.push(number)
    })
  }
  // About 32 bits a hash: one probe in thirty-two of a foreign text goes on to the table.
  const bitCount = Math.max(15, Math.min(24, Math.ceil(Math.log2(Math.max(1, byHash.size) * 32))))
  const shift = 32 - bitCount
  const bits = sharedInt32(2 ** (bitCount - 5))
  for (const hash of byHash.keys()) {
    const bit = mixed(hash) >>> shift
    bits[bit >>> 5] = bits[bit >>> 5]! | (1 << (bit & 31))
  }
  const gate = buildTypoGate(gated)
  return { bits, shift, ...flatten(byHash), editsAt, gate, symbols: wordSymbols, symbolsFrom, edits }
}

/** Adds the words of a hash that are at most `editsMax` edits away from the window. */
function look(index: TypoIndex, hash: number, start: number, end: number, editsMax: number, found: number[]): void {
  const { slots, lists } = index
  const mask = (slots.length >> 1) - 1
  for (let slot = mixed(hash) & mask; slots[slot * 2 + 1] !== 0; slot = (slot + 1) & mask) {
    if (slots[slot * 2] !== hash) continue
    const from = slots[slot * 2 + 1]!
    const to = from + lists[from - 1]!
    for (let at = from; at < to; at++) {
      const number = lists[at]!
      if (found.includes(number)) continue
      const distanceMax = Math.min(editsMax, index.edits[number]!)
      const wordStart = index.symbolsFrom[number]!
      const wordEnd = index.symbolsFrom[number + 1]!
      // A common rest says no more than that the two are within twice the edits.
      if (symbolDistance(symbols, start, end, index.symbols, wordStart, wordEnd, distanceMax) <= distanceMax) {
        found.push(number)
      }
    }
    return
  }
}

/**
 * Adds the words that are a few edits away from a window of the loaded text, digits read as letters; how it is written
 * still has to be measured.
 *
 * @param start first symbol of the window in the text loaded before, `end` one past the last
 * @param found numbers of words, appended without repeats
 * @param editsMax deletes no more letters of the window than this
 */
function typoCandidates(index: TypoIndex, start: number, end: number, found: number[], editsMax: number): void {
  const edits = Math.min(editsMax, index.editsAt[Math.min(255, end - start)]! - 1)
  if (edits < 0) return
  sumUpTo(end)
  const { bits, shift } = index
  const origin = inversePowers[start]!
  const s0 = sums[start]!
  const s1 = sums[end]!
  const hash = Math.imul((s1 - s0) | 0, origin)
  const bit = mixed(hash) >>> shift
  if (((bits[bit >>> 5]! >>> (bit & 31)) & 1) !== 0) look(index, hash, start, end, editsMax, found)
  // Written out rather than shared with eachDeletion: a callback here costs a third of the whole pass.
  for (let i = start; i < end; i++) {
    const head = (sums[i]! - s0) | 0
    const after = sums[i + 1]!
    const hash1 = Math.imul((head + Math.imul((s1 - after) | 0, inverse)) | 0, origin)
    const bit1 = mixed(hash1) >>> shift
    if (((bits[bit1 >>> 5]! >>> (bit1 & 31)) & 1) !== 0) look(index, hash1, start, end, editsMax, found)
    if (edits < 2) continue
    for (let j = i + 1; j < end; j++) {
      const middle = Math.imul((sums[j]! - after) | 0, inverse)
      const tail = Math.imul((s1 - sums[j + 1]!) | 0, inverse2)
      const hash2 = Math.imul((head + middle + tail) | 0, origin)
      const bit2 = mixed(hash2) >>> shift
      if (((bits[bit2 >>> 5]! >>> (bit2 & 31)) & 1) !== 0) look(index, hash2, start, end, editsMax, found)
    }
  }
}

/** Adds the words that the loaded text of `n` symbols may be a misspelling of. */
export function findWholeTypos(index: TypoIndex, n: number, found: number[]): void {
  if (index.editsAt[n] !== 0 && passesWhole(index.gate, symbols, n)) typoCandidates(index, 0, n, found, 2)
}

/**
 * Looks up the beginnings and ends of the loaded text of `n` symbols, for misspellings glued to other text.
 *
 * @param see told of each window that is one edit away from words; the list is reused
 */
export function findGluedTypos(
  index: TypoIndex,
  n: number,
  see: (start: number, end: number, words: readonly number[]) => void,
): void {
  let passing = passingWindows(index.gate, symbols, n)
  for (let bit = 0; passing !== 0; bit++, passing >>>= 1) {
    if ((passing & 1) === 0) continue
    const length = windowLengthMin + (bit & 7)
    const start = bit < 8 ? 0 : n - length
    glued.length = 0
    typoCandidates(index, start, start + length, glued, 1)
    if (glued.length > 0) see(start, start + length, glued)
  }
}

const glued: number[] = []
