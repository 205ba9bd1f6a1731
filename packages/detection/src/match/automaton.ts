import { breakSymbol, skipSymbol, symbolCount, wideSymbols } from '../names/fold.ts'
import { sharedInt32, sharedUint16 } from './shared-array.ts'

/** A compiled set of words over folded symbols: one pass over a text finds every word in it. */
export interface Automaton {
  /**
   * `next[state * symbolCount + symbol]`: the state a symbol leads to. The table is complete, so there are no failure links left to follow.
   * Wide letters also follow the two letters they are spelled with, a skipped symbol keeps the state, and a break returns to the start.
   * Entries have two bytes where that is enough for all states, so that a row fills one cache line.
   */
  readonly next: Uint16Array | Int32Array
  /** States from this number on end a word. */
  readonly endsFrom: number
  /** First word that ends in a state, or -1. */
  readonly wordAt: Int32Array
  /** The next shorter state that also ends a word, or 0. */
  readonly shorter: Int32Array
  /** The next word with the same symbols, or -1. */
  readonly sameWord: Int32Array
  /** Length of each word in symbols. */
  readonly wordLength: Int32Array
}

/** Builds the trie of the words: its states in order of creation, and the words that end in each. */
function buildTree(words: readonly (readonly number[])[]) {
  const stateMax = words.reduce((sum, word) => sum + word.length, 1)
  const next = new Int32Array(stateMax * symbolCount)
  const wordAt = new Int32Array(stateMax).fill(-1)
  const sameWord = sharedInt32(words.length).fill(-1)
  const wordLength = sharedInt32(words.length)
  let states = 1
  for (const [number, word] of words.entries()) {
    let state = 0
    for (const symbol of word) {
      const slot = state * symbolCount + symbol
      if (next[slot] === 0) next[slot] = states++
      state = next[slot]!
    }
    wordLength[number] = word.length
    if (state === 0) continue
    sameWord[number] = wordAt[state]!
    wordAt[state] = number
  }
  return { next, wordAt, sameWord, wordLength, states }
}

/**
 * Compiles words into one automaton; the time to read a text does not depend on how many words there are.
 *
 * Source: Aho and Corasick, "Efficient string matching", CACM 18(6), 1975, as a complete (goto) automaton.
 *
 * @param words symbols 1 to 26 without the wide ones, none empty; the index of a word is its number
 */
export function buildAutomaton(words: readonly (readonly number[])[]): Automaton {
  const { next, wordAt, sameWord, wordLength, states } = buildTree(words)
  const fallback = new Int32Array(states)
  const shorter = new Int32Array(states)
  const queue: number[] = []
  for (let symbol = 0; symbol < symbolCount; symbol++) {
    const child = next[symbol]!
    if (child !== 0) queue.push(child)
  }
  // Breadth first, so that a fallback state is complete before it is copied from.
  for (const state of queue) {
    const back = fallback[state]!
    shorter[state] = wordAt[back]! >= 0 ? back : shorter[back]!
    for (let symbol = 0; symbol < symbolCount; symbol++) {
      const slot = state * symbolCount + symbol
      const child = next[slot]!
      const backChild = next[back * symbolCount + symbol]!
      if (child === 0) {
        next[slot] = backChild
      } else {
        fallback[child] = backChild
        queue.push(child)
      }
    }
  }

  // States that end a word come last, so that one comparison identifies them. The start state stays first, because it ends no word. The
  // others are sorted by depth: most steps stay among the shallow states, which then share a few pages.
  const isEnd = (state: number) => wordAt[state]! >= 0 || shorter[state] !== 0
  const places = new Int32Array(states)
  let place = 1
  for (const state of queue) if (!isEnd(state)) places[state] = place++
  const endsFrom = place
  for (const state of queue) if (isEnd(state)) places[state] = place++

  const automaton: Automaton = {
    next: states <= 0x1_00_00 ? sharedUint16(states * symbolCount) : sharedInt32(states * symbolCount),
    endsFrom,
    wordAt: sharedInt32(states),
    shorter: sharedInt32(states),
    sameWord,
    wordLength,
  }
  for (let state = 0; state < states; state++) {
    const placed = places[state]!
    const row = placed * symbolCount
    const after = (from: number, symbol: number) => next[from * symbolCount + symbol]!
    for (let symbol = 0; symbol < symbolCount; symbol++) {
      automaton.next[row + symbol] = places[after(state, symbol)]!
    }
    for (const [wide, first, second] of wideSymbols) {
      automaton.next[row + wide] = places[after(after(state, first), second)]!
    }
    automaton.next[row + skipSymbol] = placed
    automaton.next[row + breakSymbol] = 0
    automaton.wordAt[placed] = wordAt[state]!
    automaton.shorter[placed] = places[shorter[state]!]!
  }
  return automaton
}
