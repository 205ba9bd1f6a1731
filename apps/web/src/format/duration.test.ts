import { expect, test } from 'vitest'
import { duration, shortDuration } from './duration.ts'

const minute = 60_000
const hour = 60 * minute

test.each([
  [0, '0 seconds'],
  [1000, '1 second'],
  [18_000, '18 seconds'],
  [12 * minute, '12 m'],
  [47 * hour + 38 * minute, '47 h 38 m'],
  [72 * hour, '72 h'],
  [1004 * hour + minute, '1,004 h 1 m'],
  [-5, '0 seconds'],
])('%d ms last "%s"', (length, text) => {
  expect(duration(length)).toBe(text)
})

test('a narrow column drops the minutes beside hours', () => {
  expect(shortDuration(47 * hour + 38 * minute)).toBe('47 h')
  expect(shortDuration(12 * minute)).toBe('12 m')
})
