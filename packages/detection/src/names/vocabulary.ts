import { commonWords } from './common-words.ts'
import { knownBrands } from './known-brands.ts'
import { namesAndPlaces } from './names-and-places.ts'
import { riskWords } from './risk-words.ts'

/** The kinds of known words; a word may have several of them. */
export const wordKinds = { ordinary: 1, risky: 2, brand: 4, name: 8 } as const
/** All of them. */
export const anyWord = 15

/** All known words as a trie, its states ordered by depth, so that all of it fits the cache. */
interface WordTree {
  /** Which letters have a next state, as bits 0 to 25. */
  readonly letters: Int32Array
  /** The next state for the first of these letters; the following letters lead to the following states. */
  readonly first: Uint16Array
  /** The kinds of the word that ends in a state, a sum of `wordKinds`; 0 where none ends. */
  readonly kinds: Uint8Array
  /** That word, as one string that all readings share. */
  readonly texts: readonly string[]
}

function buildTree(): WordTree {
  const kindOf = new Map<string, number>()
  const mark = (words: Iterable<string>, kind: number) => {
    for (const word of words) if (/^[a-z]+$/.test(word)) kindOf.set(word, (kindOf.get(word) ?? 0) | kind)
  }
  mark(commonWords, wordKinds.ordinary)
  mark(riskWords.keys(), wordKinds.risky)
  mark(knownBrands, wordKinds.brand)
  mark(namesAndPlaces, wordKinds.name)
  const words = [...kindOf.keys()].toSorted()
  const codeAt = (at: number, depth: number) => words[at]?.charCodeAt(depth) ?? 0
  // A state is a range of the sorted words with the same prefix; the list grows while it is iterated.
  const states = [{ from: 0, to: words.length, depth: 0 }]
  const letters: number[] = []
  const first: number[] = []
  const kinds: number[] = []
  const texts: string[] = []
  for (const { from, to, depth } of states) {
    // Of words with the same prefix, the one that ends here comes first.
    const word = words[from] ?? ''
    const isEnd = word.length === depth
    texts.push(isEnd ? word : '')
    kinds.push(isEnd ? (kindOf.get(word) ?? 0) : 0)
    first.push(states.length)
    let mask = 0
    for (let at = isEnd ? from + 1 : from; at < to;) {
      const code = codeAt(at, depth)
      const start = at
      while (at < to && codeAt(at, depth) === code) at++
      mask |= 1 << (code - 0x61)
      states.push({ from: start, to: at, depth: depth + 1 })
    }
    letters.push(mask)
  }
  return { letters: Int32Array.from(letters), first: Uint16Array.from(first), kinds: Uint8Array.from(kinds), texts }
}

const tree = buildTree()

/** The state before the first letter of a word, for `nextWordState`. */
export const wordStart = 0

/**
 * Follows one letter in the trie of all known words.
 *
 * @param state `wordStart`, or the result for the previous letter
 * @param code of any character
 * @returns 0 when no word continues with this letter
 */
export function nextWordState(state: number, code: number): number {
  const letter = code - 0x61
  if (letter < 0 || letter > 25) return 0
  const letters = tree.letters[state]!
  const bit = 1 << letter
  return (letters & bit) === 0 ? 0 : tree.first[state]! + countBits(letters & (bit - 1))
}

/** The kinds of the word that ends in a state, a sum of `wordKinds`; 0 where none ends. */
export function kindsAt(state: number): number {
  return tree.kinds[state]!
}

/** The word that ends in a state, or `''`. */
export function wordAt(state: number): string {
  return tree.texts[state] ?? ''
}

/** The number of set bits in a number of 26 bits. Source: Warren, "Hacker's Delight", 5-1. */
function countBits(bits: number): number {
  let sums = bits - ((bits >>> 1) & 0x55555555)
  sums = (sums & 0x33333333) + ((sums >>> 2) & 0x33333333)
  return Math.imul((sums + (sums >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The kinds of a text as a word: a sum of `wordKinds`, 0 when it is not a known word. */
export function kindsOfWord(text: string): number {
  let state = wordStart
  for (let at = 0; at < text.length; at++) {
    state = nextWordState(state, text.charCodeAt(at))
    if (state === 0) return 0
  }
  return kindsAt(state)
}
