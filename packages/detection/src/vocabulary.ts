import { commonWords } from './common-words.ts'
import { knownBrands } from './known-brands.ts'
import { namesAndPlaces } from './names-and-places.ts'
import { riskWords } from './risk-words.ts'

/** What a known word is; a word may be several of these. */
export const wordKinds = { ordinary: 1, risky: 2, brand: 4, name: 8 } as const
/** All of them. */
export const anyWord = 15

/** Letters a to z, padded to a power of two. */
const rowSize = 32

function buildTrie() {
  const kinds = new Map<string, number>()
  const mark = (words: Iterable<string>, kind: number) => {
    for (const word of words) if (/^[a-z]+$/.test(word)) kinds.set(word, (kinds.get(word) ?? 0) | kind)
  }
  mark(commonWords, wordKinds.ordinary)
  mark(riskWords.keys(), wordKinds.risky)
  mark(knownBrands, wordKinds.brand)
  mark(namesAndPlaces, wordKinds.name)
  let letters = 1
  for (const word of kinds.keys()) letters += word.length
  const next = new Uint16Array(letters * rowSize)
  const kindAt = new Uint8Array(letters)
  let states = 1
  for (const [word, kind] of kinds) {
    let state = 0
    for (let at = 0; at < word.length; at++) {
      const slot = state * rowSize + word.charCodeAt(at) - 0x61
      if (next[slot] === 0) next[slot] = states++
      state = next[slot]!
    }
    kindAt[state] = kind
  }
  return { next: next.slice(0, states * rowSize), kindAt: kindAt.slice(0, states) }
}

const trie = buildTrie()

/**
 * Calls `see` with the end of every known word that begins at a place, shortest first.
 *
 * @param text lower-case letters only
 * @param kinds which words count, a sum of `wordKinds`; all by default
 */
export function eachWordAt(text: string, start: number, see: (end: number) => void, kinds: number = anyWord): void {
  let state = 0
  for (let at = start; at < text.length; at++) {
    const letter = text.charCodeAt(at) - 0x61
    if (letter < 0 || letter > 25) return
    state = trie.next[state * rowSize + letter]!
    if (state === 0) return
    if ((trie.kindAt[state]! & kinds) !== 0) see(at + 1)
  }
}

/** What a text is as a word: a sum of `wordKinds`, 0 when it is none. */
export function kindsOfWord(text: string): number {
  let state = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at) - 0x61
    if (letter < 0 || letter > 25) return 0
    state = trie.next[state * rowSize + letter]!
    if (state === 0) return 0
  }
  return trie.kindAt[state]!
}
