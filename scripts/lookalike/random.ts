/** A sequence of random numbers that is the same for the same seed (xorshift32). */
export interface Random {
  /** 0 (included) to 1. */
  next: () => number
  pick: <T>(values: readonly T[]) => T
  letters: (count: number) => string
}

const alphabet = Array.from('abcdefghijkmnopqrstuvwxyz')

/** @param seed any text */
export function randomOf(seed: string): Random {
  let state = 0x9e_37_79_b9
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0
  state ||= 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
  const pick = <T>(values: readonly T[]) => values[Math.floor(next() * values.length)]!
  return {
    next,
    pick,
    letters: (count) => Array.from({ length: count }, () => pick(alphabet)).join(''),
  }
}
