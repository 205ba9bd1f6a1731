import { expect, test } from 'vitest'
import { minimumScoreOf, withPrecision } from './precision.ts'

test('without any decision nothing is claimed', () => {
  expect(withPrecision({ confirmed: 0, rejected: 0 })).toMatchObject({ precision: null, low: null, high: null })
})

test('few decisions give a wide interval, many a narrow one around the same precision', () => {
  const few = withPrecision({ confirmed: 9, rejected: 1 })
  const many = withPrecision({ confirmed: 900, rejected: 100 })
  expect([few.precision, many.precision]).toEqual([0.9, 0.9])
  // Bounds of the Wilson interval for 9 of 10 and 900 of 1,000.
  expect(few.low).toBeCloseTo(0.5958, 3)
  expect(few.high).toBeCloseTo(0.9821, 3)
  expect(many.low).toBeCloseTo(0.8799, 3)
  expect(many.high).toBeCloseTo(0.9171, 3)
})

test('an interval never leaves 0 to 1', () => {
  expect(withPrecision({ confirmed: 3, rejected: 0 })).toMatchObject({ precision: 1, high: 1 })
  expect(withPrecision({ confirmed: 0, rejected: 3 })).toMatchObject({ precision: 0, low: 0 })
})

test('the proposed minimum score skips as many reviews as possible and misses at most 1 % of the confirmed threats', () => {
  const labels = [
    { score: 50, confirmed: 0, rejected: 40 },
    { score: 61, confirmed: 1, rejected: 60 },
    { score: 62, confirmed: 30, rejected: 9 },
    { score: 90, confirmed: 281, rejected: 0 },
  ]
  expect(minimumScoreOf(labels)).toEqual({ score: 62, reviewed: 421, skipped: 101, confirmed: 312, missed: 1 })
})

test('no minimum score is proposed where the lowest score has too many confirmed threats, or nothing was confirmed', () => {
  expect(minimumScoreOf([{ score: 50, confirmed: 2, rejected: 8 }])).toBeNull()
  expect(minimumScoreOf([{ score: 50, confirmed: 0, rejected: 8 }])).toBeNull()
  expect(minimumScoreOf([])).toBeNull()
})
