import { symbolCount } from './fold.ts'

/** A compiled set of words over folded symbols: one table walk finds every word in a text. */
export interface Automaton {
  /** `next[state * 32 + symbol]`: where a symbol leads, complete (no failure links left to follow). */
  readonly next: Int32Array
  /** First word that ends in a state, or -1. */
  readonly wordAt: Int32Array
  /** The next shorter state that also ends a word, or 0. */
  readonly shorter: Int32Array
  /** The next word with the same symbols, or -1. */
  readonly sameWord: Int32Array
  /** Length of each word in symbols. */
  readonly wordLength: Int32Array
}

/**
 * Compiles words into one automaton; the time to read a text does not depend on how many words there are.
 *
 * Source: Aho and Corasick, "Efficient string matching", CACM 18(6), 1975, as a complete (goto) automaton.
 *
 * @param words symbols 1 to 26, none empty; the index of a word is its number
 */
export function buildAutomaton(words: readonly (readonly number[])[]): Automaton {
  const stateMax = words.reduce((sum, word) => sum + word.length, 1)
  const next = new Int32Array(stateMax * symbolCount)
  const wordAt = new Int32Array(stateMax).fill(-1)
  const sameWord = new Int32Array(words.length).fill(-1)
  const wordLength = new Int32Array(words.length)
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

  const fallback = new Int32Array(states)
  const shorter = new Int32Array(states)
  const queue: number[] = []
  for (let symbol = 0; symbol < symbolCount; symbol++) {
    const child = next[symbol]!
    if (child !== 0) queue.push(child)
  }
  // Breadth first, so that a fallback is complete before it is copied from.
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
  return {
    next: next.slice(0, states * symbolCount),
    wordAt: wordAt.slice(0, states),
    shorter,
    sameWord,
    wordLength,
  }
}
