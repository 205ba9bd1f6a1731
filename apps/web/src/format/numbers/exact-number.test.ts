import { expect, test } from 'vitest'
import { exactNumber } from './exact-number.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [5763, '5,763'],
  [1_234_567, '1,234,567'],
])('%d is written %s', (count, text) => {
  expect(exactNumber(count)).toBe(text)
})
