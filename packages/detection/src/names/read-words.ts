import { commonWords } from './common-words.ts'
import { anyWord, kindsAt, kindsOfWord, nextWordState, wordAt, wordKinds, wordStart } from './vocabulary.ts'

/** Shorter words are only recognised on their own: inside a longer text they are coincidence. */
const gluedLengthMin = 3
const textLengthMax = 63
// A letter left over costs 4, a word 1: `on|the|bay` beats `on|t|hebay`, and `pineapple` beats `pine|apple`.
const strayCost = 4

/** A run of letters split into known words. */
export interface Reading {
  words: { text: string; start: number; end: number }[]
  /** Number of letters that belong to no word. */
  unknown: number
}

/** True for an ordinary word, a risky word or a well-known name. */
export function isWord(text: string): boolean {
  return kindsOfWord(text) !== 0
}

const cost = new Uint16Array(textLengthMax + 2)
const from = new Uint8Array(textLengthMax + 2)
/** For each position, the vocabulary state of the word that ends there; 0 for a stray letter. */
const stateAt = new Uint16Array(textLengthMax + 2)

/**
 * Splits a run of letters into ordinary words, risky words and well-known names, with as few letters left over as possible.
 *
 * @param text lower-case ASCII without hyphens or dots, e.g. `onthebay`; only the first 63 letters are read
 * @param except a word that does not count, e.g. the protected name itself
 * @param kinds which words count, a sum of `wordKinds`
 * @returns the split with the fewest letters left over and, among those, the fewest words
 */
export function readWords(text: string, except = '', kinds: number = anyWord): Reading {
  const n = Math.min(text.length, textLengthMax)
  cost.fill(0xff_ff, 0, n + 1)
  cost[0] = 0
  for (let start = 0; start < n; start++) {
    const before = cost[start]!
    if (before + strayCost < cost[start + 1]!) {
      cost[start + 1] = before + strayCost
      from[start + 1] = start
      stateAt[start + 1] = 0
    }
    let state = wordStart
    for (let at = start; at < n; at++) {
      state = nextWordState(state, text.charCodeAt(at))
      if (state === 0) break
      if ((kindsAt(state) & kinds) === 0) continue
      const end = at + 1
      if (before + 1 >= cost[end]! || (end - start < gluedLengthMin && end - start !== n)) continue
      if (end - start === except.length && text.startsWith(except, start)) continue
      cost[end] = before + 1
      from[end] = start
      stateAt[end] = state
    }
  }
  const words: Reading['words'] = []
  let unknown = 0
  for (let end = n; end > 0; end = from[end]!) {
    const state = stateAt[end]!
    if (state === 0) unknown++
    else words.push({ text: wordAt(state), start: from[end]!, end })
  }
  return { words: words.toReversed(), unknown }
}

/** Whether a brand name is itself everyday language. */
export type Wordiness = 'word' | 'words' | 'none'

const longWords = [...commonWords].filter((word) => word.length > 4).join(' ')

/**
 * Whether a name can occur in ordinary text.
 *
 * @param alias lower case, e.g. `apple`
 * @returns `word` for a word, a part of one, or a word and one letter (`icloud`); `words` for several words (`onedrive`)
 */
export function wordinessOf(alias: string): Wordiness {
  if (commonWords.has(alias) || longWords.includes(alias)) return 'word'
  if (alias.length <= 9 && (commonWords.has(alias.slice(1)) || commonWords.has(alias.slice(0, -1)))) {
    return alias.length >= 5 ? 'word' : 'none'
  }
  const reading = readWords(alias, '', wordKinds.ordinary | wordKinds.risky)
  return reading.unknown === 0 && reading.words.length > 1 ? 'words' : 'none'
}
