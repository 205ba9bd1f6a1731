import { commonWords } from './common-words.ts'
import { knownBrands } from './known-brands.ts'
import { riskWords } from './risk-words.ts'

const wordLengthMax = 14
/** Shorter words are read only where they stand alone: inside longer text they are chance. */
const gluedLengthMin = 3

/** A run of letters cut into words it knows. */
export interface Reading {
  words: { text: string; start: number; end: number }[]
  /** Letters that belong to no word. */
  unknown: number
}

/** True for an ordinary word, a risky word or a well-known name. */
export function isWord(text: string): boolean {
  return commonWords.has(text) || riskWords.has(text) || knownBrands.has(text)
}

/**
 * Cuts a run of letters into ordinary words, risky words and well-known names, leaving as few letters over as possible.
 *
 * @param text lower-case ASCII without hyphens or dots, at most 63 characters, e.g. `onthebay`
 * @param isKnown further words, e.g. the protected names
 * @returns the cut with the fewest letters left over and, among those, the fewest words
 */
export function readWords(text: string, isKnown: (word: string) => boolean = isWord): Reading {
  const n = text.length
  // A letter left over costs 4, a word 1: `on|the|bay` beats `on|t|hebay`, and `pineapple` beats `pine|apple`.
  const cost = new Uint16Array(n + 1)
  const from = new Uint8Array(n + 1)
  const isUnknown = new Uint8Array(n + 1)
  for (let end = 1; end <= n; end++) {
    cost[end] = cost[end - 1]! + 4
    from[end] = end - 1
    isUnknown[end] = 1
    for (let start = Math.max(0, end - wordLengthMax); start <= end - gluedLengthMin; start++) {
      const withWord = cost[start]! + 1
      if (withWord < cost[end]! && isKnown(text.slice(start, end))) {
        cost[end] = withWord
        from[end] = start
        isUnknown[end] = 0
      }
    }
    if (end <= 2 && end === n && isKnown(text)) {
      cost[end] = 1
      from[end] = 0
      isUnknown[end] = 0
    }
  }
  const words: Reading['words'] = []
  let unknown = 0
  for (let end = n; end > 0; end = from[end]!) {
    const start = from[end]!
    if (isUnknown[end] === 1) unknown++
    else words.unshift({ text: text.slice(start, end), start, end })
  }
  return { words, unknown }
}

/** How far a brand name is itself everyday language. */
export type Wordiness = 'word' | 'words' | 'none'

const longWords = [...commonWords].filter((word) => word.length > 4)

/**
 * Tells whether a name can arise in ordinary text.
 *
 * @param alias lower case, e.g. `apple`
 * @returns `word` for a word, a piece of one, or a word and one letter (`icloud`); `words` for several (`onedrive`)
 */
export function wordinessOf(alias: string): Wordiness {
  if (commonWords.has(alias) || longWords.some((word) => word.includes(alias))) return 'word'
  if (alias.length <= 9 && (commonWords.has(alias.slice(1)) || commonWords.has(alias.slice(0, -1)))) {
    return alias.length >= 5 ? 'word' : 'none'
  }
  const reading = readWords(alias, (word) => commonWords.has(word) || riskWords.has(word))
  return reading.unknown === 0 && reading.words.length > 1 ? 'words' : 'none'
}
