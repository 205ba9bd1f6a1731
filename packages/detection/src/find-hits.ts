import type { AssetIndex } from './compile-assets.ts'
import { breakSymbol, foldFirst, foldSecond, skipSymbol } from './fold.ts'
import { loadTypoText, typoCandidates } from './typo-candidates.ts'

/** A place in a host where a protected name, or something close to it, stands. */
export interface Hit {
  /** Number of the pattern in the index. */
  pattern: number
  /** First character of the place in the host, and one past the last. */
  start: number
  end: number
  /** True when the letters only come close and the distance is still to be measured. */
  isNear: boolean
  /** True for a misspelling that was searched for inside a longer run of letters. */
  isWindow: boolean
}

/** Folded symbols of a host: at most two for each of 253 characters. */
const foldedMax = 512
/** Where each folded symbol came from: twice the position in the host, plus one for the second of a pair. */
const origins = new Int32Array(foldedMax)

/** Windows for glued misspellings have at least this many letters: below, chance makes too many. */
const windowLengthMin = 8

/**
 * Finds every place where a protected name stands literally, split by hyphens, or in look-alike ASCII.
 *
 * @param host lower-case ASCII, at most 253 characters
 * @param hits found places are appended
 */
export function findNames(index: AssetIndex, host: string, hits: Hit[]): void {
  const { next, wordAt, shorter, sameWord, wordLength } = index.automaton
  let state = 0
  let count = 0
  for (let at = 0; at < host.length; at++) {
    const code = host.charCodeAt(at)
    const symbol = code < 128 ? foldFirst[code]! : breakSymbol
    if (symbol === skipSymbol) continue
    if (symbol === breakSymbol) {
      state = 0
      continue
    }
    origins[count++] = at << 1
    state = next[(state << 5) + symbol]!
    const second = foldSecond[code]!
    if (second !== 0) {
      origins[count++] = (at << 1) | 1
      state = next[(state << 5) + second]!
    }
    // Ends in the middle of a spelled-out letter are no ends, so only the state after the whole letter is asked.
    for (let ending = state; ending !== 0; ending = shorter[ending]!) {
      for (let word = wordAt[ending]!; word >= 0; word = sameWord[word]!) {
        const origin = origins[count - wordLength[word]!]!
        if ((origin & 1) === 1) continue
        const pattern = index.patternOfWord[word]!
        hits.push({ pattern, start: origin >> 1, end: at + 1, isNear: false, isWindow: false })
      }
    }
  }
}

const found: number[] = []

/** Looks a stretch of the host up as a whole and, when it is long, its beginnings and ends. */
function findNear(index: AssetIndex, host: string, start: number, end: number, hits: Hit[]): void {
  const n = loadTypoText(host, start, end)
  found.length = 0
  typoCandidates(index.typos, 0, n, found)
  for (const pattern of found) hits.push({ pattern, start, end, isNear: true, isWindow: false })
}

/** Looks up the beginnings and ends of a long run of letters, for misspellings glued to other text. */
function findNearWindows(index: AssetIndex, host: string, start: number, end: number, hits: Hit[]): void {
  const n = loadTypoText(host, start, end)
  // Positions map back only while every character is a symbol of its own.
  if (n !== end - start) return
  for (let length = windowLengthMin; length < n && length <= 15; length++) {
    if (index.typos.editsAt[length]! < 2) continue
    found.length = 0
    typoCandidates(index.typos, 0, length, found, 1)
    for (const pattern of found) hits.push({ pattern, start, end: start + length, isNear: true, isWindow: true })
    found.length = 0
    typoCandidates(index.typos, n - length, n, found, 1)
    for (const pattern of found) hits.push({ pattern, start: end - length, end, isNear: true, isWindow: true })
  }
}

/**
 * Finds every label, and part of a label, that may be a misspelling of a protected name.
 *
 * @param host lower-case ASCII, at most 253 characters; its last label is not looked at
 * @param hits found places are appended
 */
export function findMisspellings(index: AssetIndex, host: string, hits: Hit[]): void {
  const end = host.lastIndexOf('.')
  let labelStart = 0
  let partStart = 0
  for (let at = 0; at <= end; at++) {
    const code = host.charCodeAt(at)
    if (code !== 0x2e && code !== 0x2d) continue
    if (at > partStart) {
      findNear(index, host, partStart, at, hits)
      if (at - partStart > windowLengthMin) findNearWindows(index, host, partStart, at, hits)
    }
    if (code === 0x2e) {
      if (partStart > labelStart) findNear(index, host, labelStart, at, hits)
      labelStart = at + 1
    }
    partStart = at + 1
  }
}
