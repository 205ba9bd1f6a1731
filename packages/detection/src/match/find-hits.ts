import type { NameTables } from './compile-assets.ts'
import { breakSymbol, foldLight, foldSecond, skipSymbol, symbolCount, walkSymbols } from '../names/fold.ts'
import {
  findGluedTypos,
  findWholeTypos,
  type GluedTypo,
  loadTypoBytes,
  loadTypoText,
  typoLengthMin,
  typoLetters,
  typoSymbols,
  windowLengthMin,
} from '../permute/typo-candidates.ts'

/** A position in a host that holds a protected name or something similar to it. */
export interface Hit {
  /** Number of the pattern in the index. */
  pattern: number
  /** Index of its first character in the host, and of the character after its last. */
  start: number
  end: number
  /** True when the letters are only similar and the distance is still to be measured. */
  isNear: boolean
  /** True for a misspelling that was found inside a longer run of letters. */
  isWindow: boolean
}

/** Folded symbols of a host: at most two for each of 253 characters. */
const foldedMax = 512
/** The origin of each folded symbol: twice its position in the host, plus one for the second symbol of a pair. */
const origins = new Int32Array(foldedMax)

/**
 * Finds every position where a protected name occurs literally, split by hyphens, or in look-alike ASCII.
 *
 * @param host lower-case ASCII, at most 253 characters; its last label is not searched
 * @param hits found positions are appended
 */
export function findNames(tables: NameTables, host: string, hits: Hit[]): void {
  const { next, endsFrom, wordAt, shorter, sameWord, wordLength } = tables.automaton
  const end = host.lastIndexOf('.')
  let state = 0
  let count = 0
  for (let at = 0; at < end; at++) {
    const code = host.charCodeAt(at) & 127
    const symbol = walkSymbols[code]!
    if (symbol === skipSymbol) continue
    state = next[state * symbolCount + symbol]!
    if (symbol === breakSymbol) continue
    origins[count++] = at << 1
    if (foldSecond[code] !== 0) origins[count++] = (at << 1) | 1
    if (state < endsFrom) continue
    // A match can't end in the middle of a spelled-out letter, so only the state after the whole letter is checked.
    for (let ending = state; ending !== 0; ending = shorter[ending]!) {
      for (let word = wordAt[ending]!; word >= 0; word = sameWord[word]!) {
        const origin = origins[count - wordLength[word]!]!
        if ((origin & 1) === 1) continue
        const pattern = tables.patternsFrom + tables.patternOfWord[word]!
        hits.push({ pattern, start: origin >> 1, end: at + 1, isNear: false, isWindow: false })
      }
    }
  }
}

const found: number[] = []
const glued: GluedTypo[] = []

/** Looks up a range of the host as a whole and, when it is only a part of a label, its beginnings and ends too. */
function findNear(
  tables: NameTables,
  host: string,
  { start, end, isPart }: { start: number; end: number; isPart: boolean },
  hits: Hit[],
): void {
  const n = loadTypoText(host, start, end)
  const letters = typoLetters(n)
  found.length = 0
  findWholeTypos(tables.typos, n, letters, found)
  for (const pattern of found) {
    hits.push({ pattern: tables.patternsFrom + pattern, start, end, isNear: true, isWindow: false })
  }
  // Window positions can only be mapped back to the host when every character is one symbol.
  if (!isPart || n <= windowLengthMin || n !== end - start) return
  glued.length = 0
  findGluedTypos(tables.typos, n, letters, glued)
  for (const typo of glued) {
    const hit = { pattern: tables.patternsFrom + typo.word, start: start + typo.start, end: start + typo.end }
    hits.push({ ...hit, isNear: true, isWindow: true })
  }
}

/**
 * Finds every label, and every part of a label, that may be a misspelling of a protected name.
 *
 * @param host lower-case ASCII, at most 253 characters; its last label is not searched
 * @param hits found positions are appended
 */
export function findMisspellings(tables: NameTables, host: string, hits: Hit[]): void {
  const end = host.lastIndexOf('.')
  let labelStart = 0
  let partStart = 0
  for (let at = 0; at <= end; at++) {
    const code = host.charCodeAt(at)
    if (code !== 0x2e && code !== 0x2d) continue
    if (at > partStart) findNear(tables, host, { start: partStart, end: at, isPart: true }, hits)
    if (code === 0x2e) {
      if (partStart > labelStart) findNear(tables, host, { start: labelStart, end: at, isPart: false }, hits)
      labelStart = at + 1
    }
    partStart = at + 1
  }
}

/** For each byte, its automaton symbol in the lower bits and its light folding above them, so that one look-up returns both. */
const walkSymbolBits = 5
const walkSymbolMask = symbolCount - 1
const scanSymbols = Uint16Array.from(walkSymbols, (symbol, byte) => ((foldLight[byte] ?? 0) << walkSymbolBits) | symbol)

/** Like `findNear` for the loaded text of `n` symbols, but only returns whether there is any match. */
function isNear(tables: NameTables, n: number, letters: number, isPart: boolean): boolean {
  if (n < typoLengthMin) return false
  found.length = 0
  findWholeTypos(tables.typos, n, letters, found)
  if (found.length > 0) return true
  if (!isPart || n <= windowLengthMin) return false
  glued.length = 0
  findGluedTypos(tables.typos, n, letters, glued)
  return glued.length > 0
}

/**
 * Whether `findNames` or `findMisspellings` may find anything, checked on bytes without allocations. It may return true where they find
 * nothing, but never false where they find something.
 *
 * @param bytes letters (of either case), digits, `-`, `_` and dots from `start` to before `end`, which is where the last label begins; that
 *   label is not searched; no label is empty
 */
export function hasHits(tables: NameTables, bytes: Uint8Array, start: number, end: number): boolean {
  const { next, endsFrom } = tables.automaton
  let state = 0
  let isInLabel = false
  let labelStart = start
  let partStart = start
  let symbolCountOfPart = 0
  let letters = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    const both = scanSymbols[byte]!
    state = next[state * symbolCount + (both & walkSymbolMask)]!
    if (state >= endsFrom) isInLabel = true
    const symbol = both >>> walkSymbolBits
    if (symbol !== 0) {
      typoSymbols[symbolCountOfPart++] = symbol
      letters |= 1 << symbol
      continue
    }
    if (byte === 0x5f) continue
    if (byte === 0x2e && isInLabel) return true
    const n = symbolCountOfPart
    symbolCountOfPart = 0
    const lettersOfPart = letters
    letters = 0
    // An underscore leaves fewer symbols than characters; such parts are not searched in windows.
    if (isNear(tables, n, lettersOfPart, n === at - partStart)) return true
    if (byte === 0x2e) {
      if (partStart > labelStart) {
        const joined = loadTypoBytes(bytes, labelStart, at)
        if (isNear(tables, joined, typoLetters(joined), false)) return true
      }
      labelStart = at + 1
    }
    partStart = at + 1
  }
  return false
}
