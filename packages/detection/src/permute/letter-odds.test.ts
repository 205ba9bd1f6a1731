import { expect, test } from 'vitest'
import { rarityOf, surpriseOf } from './letter-odds.ts'

test('finds everyday letters less surprising than odd ones of the same number', () => {
  expect(surpriseOf('garden')).toBeLessThan(surpriseOf('gxrdqn'))
  expect(surpriseOf('')).toBe(0)
})

test('finds a longer name rarer, within bounds', () => {
  expect(rarityOf('dhl')).toBeLessThan(rarityOf('trustwallet'))
  for (const name of ['a', 'x'.repeat(60)]) expect(Math.abs(rarityOf(name))).toBeLessThanOrEqual(2.5)
})
