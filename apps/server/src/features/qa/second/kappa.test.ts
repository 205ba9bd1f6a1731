import { expect, test } from 'vitest'
import { kappaOf, type DecisionPair } from './kappa.ts'

const pairs = (both: number, onlyFirst: number, onlySecond: number, neither: number): DecisionPair[] => [
  { first: 'threat', second: 'threat', count: both },
  { first: 'threat', second: 'harmless', count: onlyFirst },
  { first: 'harmless', second: 'threat', count: onlySecond },
  { first: 'harmless', second: 'harmless', count: neither },
]

test('kappa is the agreement beyond chance, with an interval that narrows with more pairs', () => {
  // 35 of 50 agree; by chance 0.5 · 0.6 + 0.5 · 0.4 = 0.5 would.
  const few = kappaOf(pairs(20, 5, 10, 15))
  expect(few).toMatchObject({ kappa: 0.4 })
  const many = kappaOf(pairs(2000, 500, 1000, 1500))
  expect(many).toMatchObject({ kappa: 0.4 })
  const width = (one: typeof few) => (one ? one.high - one.low : 0)
  expect(width(few)).toBeGreaterThan(width(many) * 9)
})

test('full agreement is 1, full disagreement -1', () => {
  expect(kappaOf(pairs(10, 0, 0, 10))).toEqual({ kappa: 1, low: 1, high: 1 })
  expect(kappaOf(pairs(0, 10, 10, 0))).toEqual({ kappa: -1, low: -1, high: -1 })
})

test('agreement by chance alone is 0', () => {
  expect(kappaOf(pairs(25, 25, 25, 25))?.kappa).toBe(0)
})

test('without pairs, or if only one decision ever occurred, nothing is claimed', () => {
  expect(kappaOf([])).toBeNull()
  expect(kappaOf(pairs(40, 0, 0, 0))).toBeNull()
})
