import { expect, test } from 'vitest'
import { shortNumber } from './short-number.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1000'],
  [1, '1'],
  [1001, '1K'],
  [1049, '1K'],
  [1050, '1.1K'],
  [1250, '1.3K'],
  [1450, '1.5K'],
  [12_000, '12K'],
  [999_949, '999.9K'],
  [999_950, '1M'],
  [1_000_000, '1M'],
  [1_049_999, '1M'],
  [1_050_000, '1.1M'],
  [2_340_000, '2.3M'],
  [12_000_000, '12M'],
  [-1250, '-1.3K'],
])('%d is shortened to %s', (count, text) => {
  expect(shortNumber(count)).toBe(text)
})
