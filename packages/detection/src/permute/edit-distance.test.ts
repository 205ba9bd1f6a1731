import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test('counts a swap of neighbours as one edit', () => {
  expect(editDistance('coinbase', 'conibase', 2)).toBe(1)
  expect(editDistance('coinbase', 'coinbas', 2)).toBe(1)
  expect(editDistance('coinbase', 'coiinbase', 2)).toBe(1)
  expect(editDistance('coinbase', 'coimbase', 2)).toBe(1)
  expect(editDistance('pancakeswap', 'pankcaceswap', 2)).toBe(2)
})

test('stops counting past the limit', () => {
  expect(editDistance('coinbase', 'kraken', 2)).toBe(3)
  expect(editDistance('', 'abc', 2)).toBe(3)
  expect(editDistance('', 'ab', 2)).toBe(2)
})

/** The textbook full matrix: slow, but easy to verify. */
function fullDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replace = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(replace, rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, rows[i - 2]![j - 2]! + 1)
      }
      rows[i]![j] = best
    }
  }
  return rows[a.length]![b.length]!
}

test('agrees with the full matrix within the band', () => {
  const word = fc.stringMatching(/^[abc]{0,8}$/)
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, distanceMax) => {
      expect(editDistance(a, b, distanceMax)).toBe(Math.min(fullDistance(a, b), distanceMax + 1))
    }),
  )
})
