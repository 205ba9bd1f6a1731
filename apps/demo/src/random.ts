import { keysIn, required } from '@signet/contract/narrow'

/** A pseudo-random stream determined by a seed: the same seed gives the same stream on every machine. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number
  /** A whole number, both ends inclusive. */
  int(min: number, max: number): number
  /** True with a probability from 0 to 1. */
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** The index of one of the weights, chosen by weight. */
  weightedIndex(weights: readonly number[]): number
  /** One of the keys, chosen by weight, e.g. `{ Low: 3, High: 1 }`. For more than a dozen choices, `weightedIndex` is faster. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K
  /** A shuffled copy of the list. */
  shuffled<T>(list: readonly T[]): T[]
  /** An instant on a whole second, both ends inclusive. */
  date(from: Date, until: Date): Date
  /** The given number of hexadecimal digits. */
  hex(digits: number): string
  /** An id in the form of a version 4 UUID. */
  uuid(): string
  /** A separate stream, so that the numbers drawn by one part don't affect another. */
  fork(label: string): Random
}

const range = 2 ** 32
// Rounds that are discarded first, until a small seed has spread over the whole state.
const warmUpRounds = 16

/**
 * Starts a stream.
 *
 * Algorithm: sfc32 by Chris Doty-Humphrey, a 96-bit chaotic state and a 32-bit counter, as described in the documentation of
 * PractRand ("RNG engines", small fast counting generators).
 */
export function randomOf(seed: number, label = ''): Random {
  let a = seed | 0
  let b = hashOf(label)
  let c = 0x5bd1e995
  let counter = 1

  function word(): number {
    const result = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + result) | 0
    return result >>> 0
  }
  for (let round = 0; round < warmUpRounds; round++) word()

  const next = () => word() / range
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  // A loop, because the demo draws a million digits of ids.
  const hex = (digits: number) => {
    let text = ''
    for (let drawn = 0; drawn < digits; drawn += 1) text += int(0, 15).toString(16)
    return text
  }
  function pick<T>(list: readonly T[]): T {
    const picked = list[int(0, list.length - 1)]
    if (picked === undefined) throw new RangeError('an empty list has nothing to pick')
    return picked
  }
  function weightedIndex(weights: readonly number[]): number {
    let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
    const index = weights.findIndex((weight) => (left -= weight) < 0)
    return index === -1 ? weights.length - 1 : index
  }
  return {
    next,
    int,
    pick,
    hex,
    chance: (probability) => next() < probability,
    weightedIndex,
    weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
      const keys: K[] = keysIn(weights)
      return required(keys[weightedIndex(keys.map((key) => weights[key] ?? 0))], 'a choice')
    },
    shuffled<T>(list: readonly T[]): T[] {
      const copy = [...list]
      for (let last = copy.length - 1; last > 0; last--) {
        const other = int(0, last)
        const [from, to] = [copy[other], copy[last]]
        if (from !== undefined && to !== undefined) [copy[last], copy[other]] = [from, to]
      }
      return copy
    },
    date(from, until) {
      const seconds = Math.max(0, Math.floor((until.getTime() - from.getTime()) / 1000))
      return new Date(from.getTime() + int(0, seconds) * 1000)
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[int(0, 3)]}${hex(3)}-${hex(12)}`,
    fork: (inner) => randomOf(seed, `${label}/${inner}`),
  }
}

/** FNV-1a over UTF-16 units, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}
