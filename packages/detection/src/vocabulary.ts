import { commonWords } from './common-words.ts'
import { knownBrands } from './known-brands.ts'
import { namesAndPlaces } from './names-and-places.ts'
import { riskWords } from './risk-words.ts'

/** What a known word is; a word may be several of these. */
export const wordKinds = { ordinary: 1, risky: 2, brand: 4, name: 8 } as const
/** All of them. */
export const anyWord = 15

/** All known words as a tree, its states in the order of their depth, so that a whole one fits the cache. */
interface WordTree {
  /** Which letters lead on from a state, as bits 0 to 25. */
  readonly letters: Int32Array
  /** Where the first of these letters leads; the next one to the state after that, and so on. */
  readonly first: Uint16Array
  /** What the word that ends in a state is, a sum of `wordKinds`; 0 where none ends. */
  readonly kinds: Uint8Array
  /** That word, one string for all that read it. */
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
  // A state is the words from one place to another, which begin alike; the list grows while it is walked.
  const states = [{ from: 0, to: words.length, depth: 0 }]
  const letters: number[] = []
  const first: number[] = []
  const kinds: number[] = []
  const texts: string[] = []
  for (const { from, to, depth } of states) {
    // Of words that begin alike the one that ends here comes first.
    const isEnd = words[from]?.length === depth
    texts.push(isEnd ? words[from]! : '')
    kinds.push(isEnd ? kindOf.get(words[from]!)! : 0)
    first.push(states.length)
    let mask = 0
    for (let at = isEnd ? from + 1 : from; at < to;) {
      const code = words[at]!.charCodeAt(depth)
      const start = at
      while (at < to && words[at]!.charCodeAt(depth) === code) at++
      mask |= 1 << (code - 0x61)
      states.push({ from: start, to: at, depth: depth + 1 })
    }
    letters.push(mask)
  }
  return { letters: Int32Array.from(letters), first: Uint16Array.from(first), kinds: Uint8Array.from(kinds), texts }
}

const tree = buildTree()

/** Where the first letter of a word begins: the state of `nextWordState` that stands for no letters. */
export const wordStart = 0

/**
 * Follows one letter in the tree of all known words.
 *
 * @param state `wordStart`, or what this gave for the letter before
 * @param code of any character
 * @returns 0 when no word goes on like this
 */
export function nextWordState(state: number, code: number): number {
  const letter = code - 0x61
  if (letter < 0 || letter > 25) return 0
  const letters = tree.letters[state]!
  const bit = 1 << letter
  return (letters & bit) === 0 ? 0 : tree.first[state]! + countBits(letters & (bit - 1))
}

/** What the word is that ends in a state, a sum of `wordKinds`; 0 where none does. */
export function kindsAt(state: number): number {
  return tree.kinds[state]!
}

/** The word that ends in a state, or `''`. */
export function wordAt(state: number): string {
  return tree.texts[state]!
}

/** How many bits of a number of 26 bits are set. Source: Warren, "Hacker's Delight", 5-1. */
function countBits(bits: number): number {
  let sums = bits - ((bits >>> 1) & 0x55555555)
  sums = (sums & 0x33333333) + ((sums >>> 2) & 0x33333333)
  return Math.imul((sums + (sums >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** What a text is as a word: a sum of `wordKinds`, 0 when it is none. */
export function kindsOfWord(text: string): number {
  let state = wordStart
  for (let at = 0; at < text.length; at++) {
    state = nextWordState(state, text.charCodeAt(at))
    if (state === 0) return 0
  }
  return kindsAt(state)
}
