import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { confidenceOf, UpperBound, sheetOf, wordNames as words } from './score.ts'
import type { Term } from '../match/term-keys.ts'

test('shows a term under the indicator of its sign, after adding related terms', () => {
  const terms: Term[] = [
    { key: 'place', times: 1, name: 'Exact brand name', value: 'acme' },
    { key: 'login', times: 1, name: words, value: 'login' },
    { key: 'risky', times: 1, name: words, value: 'login' },
    { key: 'fan', times: 2, name: words, value: 'fan' },
  ]
  const weights = new Map([
    ['place', 60],
    ['login', -2],
    ['risky', 12],
    ['fan', -4],
  ])
  const sheet = sheetOf(terms, weights)
  expect(sheet.indicators).toEqual([
    { name: 'Exact brand name', value: 'acme', contribution: 60 },
    { name: 'Words added to the brand', value: 'login', contribution: 10 },
    { name: 'Common words', value: 'fan', contribution: -8 },
  ])
  expect(sheet.score).toBe(0.62)
})

test('calls nothing hopeless that comes to the score', () => {
  const name = fc.constantFrom('Exact brand name' as const, 'Short brand name' as const, words)
  const term = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    times: fc.integer({ min: -3, max: 3 }),
    name,
  })
  const points = fc.integer({ min: -400, max: 800 }).map((tenths) => tenths / 10)
  const lists = fc.array(term, { maxLength: 12 })
  fc.assert(
    fc.property(
      lists,
      fc.array(points, { minLength: 5, maxLength: 5 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (terms, values, min) => {
        const weights = new Map(['a', 'b', 'c', 'd', 'e'].map((key, at) => [key, values[at]!]))
        const upperBound = new UpperBound(weights, min)
        upperBound.add(terms)
        if (upperBound.isTooLow(0)) expect(sheetOf(terms, weights).score).toBeLessThan(Math.max(min, 1e-9))
      },
    ),
  )
})

test('reads even odds from a score of a half, and more from more', () => {
  expect(confidenceOf(0.5)).toBe(0.5)
  for (let score = 0.05; score <= 1; score += 0.05)
    expect(confidenceOf(score)).toBeGreaterThan(confidenceOf(score - 0.05))
})
