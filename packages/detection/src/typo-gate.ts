import { sharedUint16 } from './shared-array.ts'

/**
 * What a text must have in common with a word to be a misspelling of it: a cheap question that nearly every text fails,
 * asked before all deletions are tried.
 *
 * k edits leave one of k + 1 pieces of a word untouched. So a text with one edit begins with the first three letters
 * of the word or ends with its last three, and one with two edits does either or has three from the middle, moved by
 * one letter at most. A swap across two pieces touches both: its letters are entered as one more beginning or end.
 */
export interface TypoGate {
  /** By three letters: bits of the lengths of texts that may begin with them, have them in the middle, end with them. */
  readonly first: Uint16Array
  readonly middle: Uint16Array
  readonly last: Uint16Array
  /** By (a hash of) four letters: windows that may begin with them (low byte) and end with them (high byte), by length. */
  readonly windows: Uint16Array
}

/** Windows for glued misspellings have 8 to 15 letters: below, chance makes too many. */
export const windowLengthMin = 8
export const windowLengthMax = 15

const gram3Count = 32 * 32 * 32
const windowBits = 15
const lengthBitMin = 5
const lengthBitMax = 20

/** Bit of a text's length in the masks of a gate; lengths beyond the last share its bit. */
function lengthBit(length: number): number {
  return 1 << (Math.min(length, lengthBitMax) - lengthBitMin)
}

function gram3(a: number, b: number, c: number): number {
  return (a << 10) | (b << 5) | c
}

function windowSlot(gram4: number): number {
  return Math.imul(gram4, 0x9e_37_79_b1) >>> (32 - windowBits)
}

function windowBit(length: number): number {
  return 1 << (length - windowLengthMin)
}

/** A word of a gate: its symbols (folded one to one) and how many edits it tolerates. */
export interface GateWord {
  symbols: readonly number[]
  /** 1 for words of at least 6 symbols, 2 for words of at least 9. */
  edits: number
}

/** Compiles the gate for words; exact in one direction: it never turns a misspelling away. */
export function buildTypoGate(words: readonly GateWord[]): TypoGate {
  const gate = {
    first: sharedUint16(gram3Count),
    middle: sharedUint16(gram3Count),
    last: sharedUint16(gram3Count),
    windows: sharedUint16(1 << windowBits),
  }
  for (const word of words) {
    addWhole(gate, word)
    addWindow(gate, word.symbols)
  }
  return gate
}

function addWhole(gate: TypoGate, { symbols, edits }: GateWord): void {
  const n = symbols.length
  let lengths = 0
  for (let length = n - edits; length <= n + edits; length++) lengths |= lengthBit(length)
  const at = (position: number) => symbols[position] ?? 0
  const add = (table: Uint16Array, a: number, b: number, c: number) => {
    const slot = gram3(at(a), at(b), at(c))
    table[slot] = table[slot]! | lengths
  }
  const cut = Math.floor(n / (edits + 1))
  add(gate.first, 0, 1, 2)
  if (cut === 3) add(gate.first, 0, 1, 3)
  const tail = edits === 2 ? cut : n - cut
  add(gate.last, n - 3, n - 2, n - 1)
  if (tail === 3) add(gate.last, n - 4, n - 2, n - 1)
  if (edits === 2) add(gate.middle, cut, cut + 1, cut + 2)
}

function addWindow(gate: TypoGate, symbols: readonly number[]): void {
  const n = symbols.length
  let lengths = 0
  for (let length = n - 1; length <= n + 1; length++) {
    if (length >= windowLengthMin && length <= windowLengthMax) lengths |= windowBit(length)
  }
  if (lengths === 0) return
  const add = (letters: readonly (number | undefined)[], mask: number) => {
    const slot = windowSlot(letters.reduce<number>((sum, letter) => (sum << 5) | (letter ?? 0), 0))
    gate.windows[slot] = gate.windows[slot]! | mask
  }
  const cut = Math.floor(n / 2)
  const [a, b, c, d, e] = symbols
  if (cut === 3) {
    // Only three letters are sure to stay: any fourth will do.
    for (let any = 1; any <= 26; any++) {
      add([a, b, c, any], lengths)
      add([a, b, d, any], lengths)
    }
  } else {
    add([a, b, c, d], lengths)
    if (cut === 4) add([a, b, c, e], lengths)
  }
  add(symbols.slice(-4), lengths << 8)
  if (n - cut === 4) add([symbols[n - 5], ...symbols.slice(-3)], lengths << 8)
}

/** True when a text of `n` symbols may be a misspelling of a word, as a whole. */
export function passesWhole(gate: TypoGate, symbols: Uint8Array, n: number): boolean {
  if (n < lengthBitMin) return false
  const bit = lengthBit(n)
  if ((gate.first[gram3(symbols[0]!, symbols[1]!, symbols[2]!)]! & bit) !== 0) return true
  if ((gate.last[gram3(symbols[n - 3]!, symbols[n - 2]!, symbols[n - 1]!)]! & bit) !== 0) return true
  // The middle of a word of n - 2 to n + 2 letters begins at a third of it, one more or less after an edit before.
  const to = Math.min(n - 3, Math.floor((n + 2) / 3) + 1)
  for (let at = Math.max(0, Math.floor((n - 2) / 3) - 1); at <= to; at++) {
    if ((gate.middle[gram3(symbols[at]!, symbols[at + 1]!, symbols[at + 2]!)]! & bit) !== 0) return true
  }
  return false
}

/**
 * The lengths of beginnings (low byte) and ends (high byte) of a text that may be a misspelling, as bits from
 * `windowLengthMin` on; 0 nearly always.
 */
export function passingWindows(gate: TypoGate, symbols: Uint8Array, n: number): number {
  let beginnings = 0
  let ends = 0
  let gram = (symbols[0]! << 10) | (symbols[1]! << 5) | symbols[2]!
  for (let at = 0; at + 4 <= n; at++) {
    gram = ((gram << 5) | symbols[at + 3]!) & 0xf_ff_ff
    const lengths = gate.windows[windowSlot(gram)]!
    if (lengths === 0) continue
    if (at === 0) beginnings |= lengths & 0xff
    if (at + 4 === n) ends |= lengths >> 8
    const before = at + 4 - windowLengthMin
    if (before >= 0 && before < 8) beginnings |= (lengths >> 8) & (1 << before)
    const after = n - at - windowLengthMin
    if (after >= 0 && after < 8) ends |= lengths & (1 << after)
  }
  // The whole text is no window of itself.
  const shorter = n > windowLengthMax ? 0xff : (1 << Math.max(0, n - windowLengthMin)) - 1
  return (beginnings & shorter) | ((ends & shorter) << 8)
}
