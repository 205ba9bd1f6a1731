import { symbolDistance } from './edit-distance.ts'
import { foldLight } from '../names/fold.ts'
import { sharedInt32, sharedUint16, sharedUint8 } from '../match/shared-array.ts'

/** Windows for glued misspellings have 8 to 15 letters: in shorter ones, chance matches are too common. */
export const windowLengthMin = 8
const windowLengthMax = 15

/** Lists of words, each under a few letters that its words have in the same position. */
interface WordLists {
  /** By slot, the lengths (as bits) of texts for which the list is worth scanning. */
  readonly lengths: Uint16Array
  /** By slot, the start of the list in the entries; an empty list starts at 0. */
  readonly heads: Int32Array
}

/**
 * Words by the letters that a misspelling must share with them.
 *
 * k edits leave one of k + 1 parts of a word unchanged. So a text that is one edit away begins with the first three letters of the word or
 * ends with its last three, and a text that is two edits away does either or contains three from the middle, moved by one letter at most. A
 * swap across two parts changes both, so its letters are entered as one more beginning or end. For windows, which have one edit, the index
 * uses four letters. Few words share these letters, and comparing the sets of letters rules out nearly all of them, so a look-up costs
 * about the same for one word or ten thousand.
 */
export interface TypoIndex {
  readonly first: WordLists
  readonly middle: WordLists
  readonly last: WordLists
  /** By (a hash of) four letters; `lengths` of `begins` also holds those of `ends`, in its high byte. */
  readonly begins: WordLists
  readonly ends: WordLists
  /** All lists one after the other, each terminated by a 0. An entry is the outline of a word (see `outlineOf`) and its number. */
  readonly entries: Int32Array
  /** Symbols of all words, and where each word begins (and the last one ends). */
  readonly symbols: Uint8Array
  readonly symbolsFrom: Int32Array
}

const textLengthMax = 255
const wordLengthMax = 64
/**
 * The symbols (see `foldLight`) of the text to look up, at most 255. A caller without a string writes them here directly. The array is
 * reused, so results must be read before the next text.
 */
export const typoSymbols = new Uint8Array(textLengthMax + 1)
const symbols = typoSymbols

/** Loads a text (ASCII, of which at most 255 letters and digits are used) and returns the number of symbols. */
export function loadTypoText(text: string, start: number, end: number): number {
  let n = 0
  for (let i = start; i < end && n < textLengthMax; i++) {
    const symbol = foldLight[text.charCodeAt(i) & 127]!
    if (symbol !== 0) symbols[n++] = symbol
  }
  return n
}

/** Like `loadTypoText`, for bytes; they must be ASCII. */
export function loadTypoBytes(bytes: Uint8Array, start: number, end: number): number {
  let n = 0
  for (let i = start; i < end && n < textLengthMax; i++) {
    const symbol = foldLight[bytes[i]! & 127]!
    if (symbol !== 0) symbols[n++] = symbol
  }
  return n
}

const gram3Count = 32 * 32 * 32
const windowBits = 16
/** A misspelling has at least this many letters, because the shortest word has one more. */
export const typoLengthMin = 5
const lengthBitMax = 20

/** Bit of a text's length; lengths beyond the last share its bit. */
function lengthBit(length: number): number {
  return 1 << (Math.min(length, lengthBitMax) - typoLengthMin)
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

const outlineLengthMax = 31
const outlineLengthShift = 27

/**
 * The first comparison with a word, in one number: its length (longer ones as 31) in the top five bits, its set of the 26 letters in bits 1
 * to 26, and bit 0 set when it tolerates two edits instead of one.
 */
function outlineOf(word: Uint8Array, edits: number): number {
  const length = Math.min(word.length, outlineLengthMax)
  return (length << outlineLengthShift) | lettersOf(word, 0, word.length) | (edits - 1)
}

interface Entry {
  slot: number
  outline: number
  word: number
}

/** Collects the lists of an index while it is built. */
class ListBuilder {
  readonly #lists: { heads: Int32Array; entries: Entry[] }[] = []
  readonly #entriesOf = new Map<WordLists, Entry[]>()

  newLists(slots: number, lengths = sharedUint16(slots)): WordLists {
    const lists = { lengths, heads: sharedInt32(slots) }
    const entries: Entry[] = []
    this.#lists.push({ heads: lists.heads, entries })
    this.#entriesOf.set(lists, entries)
    return lists
  }

  add(lists: WordLists, mask: number, entry: Entry): void {
    lists.lengths[entry.slot] = lists.lengths[entry.slot]! | mask
    this.#entriesOf.get(lists)?.push(entry)
  }

  /** Concatenates all lists; the first number is the end of every empty list. */
  entries(): Int32Array {
    const flat: number[] = [0]
    for (const { heads, entries } of this.#lists) {
      entries.sort((a, b) => a.slot - b.slot)
      for (const [at, { slot, outline, word }] of entries.entries()) {
        if (at === 0 || entries[at - 1]?.slot !== slot) {
          if (at > 0) flat.push(0)
          heads[slot] = flat.length
        }
        flat.push(outline, word)
      }
      flat.push(0)
    }
    const shared = sharedInt32(flat.length)
    shared.set(flat)
    return shared
  }
}

type Lists = Pick<TypoIndex, 'first' | 'middle' | 'last' | 'begins' | 'ends'>

/** A word that is being added. */
interface NewWord {
  number: number
  word: Uint8Array
  edits: number
}

function addWhole(builder: ListBuilder, lists: Lists, { number, word, edits }: NewWord): void {
  const n = word.length
  const outline = outlineOf(word, edits)
  let lengths = 0
  for (let length = n - edits; length <= n + edits; length++) lengths |= lengthBit(length)
  const add = (list: WordLists, a: number, b: number, c: number) => {
    builder.add(list, lengths, { slot: gram3(word[a] ?? 0, word[b] ?? 0, word[c] ?? 0), outline, word: number })
  }
  const cut = Math.floor(n / (edits + 1))
  add(lists.first, 0, 1, 2)
  if (cut === 3) add(lists.first, 0, 1, 3)
  const tail = edits === 2 ? cut : n - cut
  add(lists.last, n - 3, n - 2, n - 1)
  if (tail === 3) add(lists.last, n - 4, n - 2, n - 1)
  if (edits === 2) add(lists.middle, cut, cut + 1, cut + 2)
}

function addWindow(builder: ListBuilder, lists: Lists, { number, word }: NewWord): void {
  const n = word.length
  const outline = outlineOf(word, 1)
  let lengths = 0
  for (let length = n - 1; length <= n + 1; length++) {
    if (length >= windowLengthMin && length <= windowLengthMax) lengths |= windowBit(length)
  }
  if (lengths === 0) return
  const add = (list: WordLists, mask: number, a: number, b: number, c: number, d: number) => {
    builder.add(list, mask, { slot: windowSlot((a << 15) | (b << 10) | (c << 5) | d), outline, word: number })
  }
  const at = (position: number) => word[position] ?? 0
  // Windows of words of seven letters have one more, so the whole word is in them and one half of it is also unchanged.
  const cut = Math.floor(n / 2)
  add(lists.begins, lengths, at(0), at(1), at(2), at(3))
  if (cut === 4) add(lists.begins, lengths, at(0), at(1), at(2), at(4))
  add(lists.ends, lengths << 8, at(n - 4), at(n - 3), at(n - 2), at(n - 1))
  if (n - cut === 4) add(lists.ends, lengths << 8, at(n - 5), at(n - 3), at(n - 2), at(n - 1))
}

function lettersOf(text: Uint8Array, start: number, end: number): number {
  let letters = 0
  for (let i = start; i < end; i++) letters |= 1 << text[i]!
  return letters
}

/**
 * Indexes words so that their misspellings are found.
 *
 * @param words lower-case ASCII letters and digits
 * @param editsOf how many edits a word tolerates: 0 (not indexed), 1 (from 6 letters on) or 2 (from 9 on)
 */
export function buildTypoIndex(words: readonly string[], editsOf: (word: string) => number): TypoIndex {
  const builder = new ListBuilder()
  const windows = sharedUint16(1 << windowBits)
  const lists: Lists = {
    first: builder.newLists(gram3Count),
    middle: builder.newLists(gram3Count),
    last: builder.newLists(gram3Count),
    begins: builder.newLists(1 << windowBits, windows),
    ends: builder.newLists(1 << windowBits, windows),
  }
  const symbolsFrom = sharedInt32(words.length + 1)
  const wordSymbols = sharedUint8(words.reduce((sum, word) => sum + word.length, 0))
  for (const [number, word] of words.entries()) {
    const n = loadTypoText(word, 0, word.length)
    const from = symbolsFrom[number]!
    symbolsFrom[number + 1] = from + n
    wordSymbols.set(symbols.subarray(0, n), from)
    const edits = n > wordLengthMax ? 0 : editsOf(word)
    if (edits === 0) continue
    const entered = { number, word: wordSymbols.subarray(from, from + n), edits }
    addWhole(builder, lists, entered)
    addWindow(builder, lists, entered)
  }
  return { ...lists, entries: builder.entries(), symbols: wordSymbols, symbolsFrom }
}

/** True when a set of letters has more than `max` (1 or 2) members. */
function hasMore(letters: number, max: number): boolean {
  const without1 = letters & (letters - 1)
  return max === 1 ? without1 !== 0 : (without1 & (without1 - 1)) !== 0
}

/** The distance between a word and a window of the loaded text, counted up to `distanceMax`. */
function distanceTo(index: TypoIndex, word: number, start: number, end: number, distanceMax: number): number {
  const from = index.symbolsFrom[word]!
  const to = index.symbolsFrom[word + 1]!
  return symbolDistance(symbols, start, end, index.symbols, from, to, distanceMax)
}

const letterBits = 0x07_ff_ff_fe

/** Adds the words of a list that the whole loaded text may be a misspelling of. */
function lookWhole(index: TypoIndex, head: number, n: number, letters: number, found: number[]): void {
  const { entries } = index
  const length = Math.min(n, outlineLengthMax)
  for (let entry = head; entries[entry] !== 0; entry += 2) {
    const outline = entries[entry]!
    const edits = 1 + (outline & 1)
    if (Math.abs((outline >>> outlineLengthShift) - length) > edits) continue
    // One edit removes at most one letter and adds at most one.
    const own = outline & letterBits
    if (hasMore(own & ~letters, edits) || hasMore(letters & ~own, edits)) continue
    const word = entries[entry + 1]!
    if (distanceTo(index, word, 0, n, edits) <= edits && !found.includes(word)) found.push(word)
  }
}

/** The letters of the loaded text of `n` symbols, as bits 1 to 26. */
export function typoLetters(n: number): number {
  return lettersOf(symbols, 0, n)
}

/**
 * Adds the words that are a few edits away from the loaded text of `n` symbols, with digits read as letters. The distance of the original
 * spelling still has to be measured.
 *
 * @param letters see `typoLetters`
 * @param found numbers of words, appended without repeats
 */
export function findWholeTypos(index: TypoIndex, n: number, letters: number, found: number[]): void {
  if (n < typoLengthMin) return
  const bit = lengthBit(n)
  const head = gram3(symbols[0]!, symbols[1]!, symbols[2]!)
  if ((index.first.lengths[head]! & bit) !== 0) lookWhole(index, index.first.heads[head]!, n, letters, found)
  const tail = gram3(symbols[n - 3]!, symbols[n - 2]!, symbols[n - 1]!)
  if ((index.last.lengths[tail]! & bit) !== 0) lookWhole(index, index.last.heads[tail]!, n, letters, found)
  // With one edit before the middle part and one after it, that part begins at a third of the text, or one position before or after.
  const third = Math.floor(n / 3)
  for (let at = third - 1; at <= third + 1; at++) {
    const middle = gram3(symbols[at]!, symbols[at + 1]!, symbols[at + 2]!)
    if ((index.middle.lengths[middle]! & bit) !== 0) lookWhole(index, index.middle.heads[middle]!, n, letters, found)
  }
}

/** A prefix or suffix of a text that is one edit away from a word. */
export interface GluedTypo {
  start: number
  end: number
  word: number
}

/** Adds the words of a list that a window of the loaded text may be a misspelling of, in windows of `from` to `to` letters. */
function lookGlued(
  index: TypoIndex,
  head: number,
  n: number,
  from: number,
  to: number,
  isEnd: boolean,
  letters: number,
  found: GluedTypo[],
): void {
  const { entries } = index
  for (let entry = head; entries[entry] !== 0; entry += 2) {
    const outline = entries[entry]!
    const own = outline & letterBits
    if (hasMore(own & ~letters, 1)) continue
    const word = entries[entry + 1]!
    const wordLength = outline >>> outlineLengthShift
    for (let length = Math.max(from, wordLength - 1); length <= Math.min(to, wordLength + 1); length++) {
      const start = isEnd ? n - length : 0
      const end = start + length
      if (distanceTo(index, word, start, end, 1) > 1) continue
      if (!found.some((known) => known.word === word && known.start === start && known.end === end)) {
        found.push({ start, end, word })
      }
    }
  }
}

/**
 * Looks up the beginnings and ends of the loaded text of `n` symbols, for misspellings that are glued to other text.
 *
 * @param found appended, shorter windows first
 */
export function findGluedTypos(index: TypoIndex, n: number, letters: number, found: GluedTypo[]): void {
  const { lengths } = index.begins
  // A window is shorter than the whole text.
  const longest = Math.min(windowLengthMax, n - 1)
  let gram = (symbols[0]! << 10) | (symbols[1]! << 5) | symbols[2]!
  for (let at = 0; at + 4 <= n; at++) {
    gram = ((gram << 5) | symbols[at + 3]!) & 0xf_ff_ff
    const slot = windowSlot(gram)
    const mask = lengths[slot]!
    if (mask === 0) continue
    if (at === 0 && (mask & 0xff) !== 0) {
      lookGlued(index, index.begins.heads[slot]!, n, windowLengthMin, longest, false, letters, found)
    }
    if (at + 4 === n && mask > 0xff) {
      lookGlued(index, index.ends.heads[slot]!, n, windowLengthMin, longest, true, letters, found)
    }
    const before = at + 4
    if (before >= windowLengthMin && before <= longest && ((mask >> 8) & windowBit(before)) !== 0) {
      lookGlued(index, index.ends.heads[slot]!, n, before, before, false, letters, found)
    }
    const after = n - at
    if (after >= windowLengthMin && after <= longest && (mask & windowBit(after)) !== 0) {
      lookGlued(index, index.begins.heads[slot]!, n, after, after, true, letters, found)
    }
  }
  if (found.length > 1) found.sort((a, b) => a.end - a.start - (b.end - b.start) || a.start - b.start)
}
