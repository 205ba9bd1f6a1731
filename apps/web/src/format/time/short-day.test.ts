import { expect, test } from 'vitest'
import { shortDay } from './short-day.ts'

test.each([
  ['2026-11-18', '18 Nov 2026'],
  ['2026-05-01', '1 May 2026'],
  ['2026-13-01', '2026-13-01'],
])('the day %s is shown as %s', (day, text) => {
  expect(shortDay(day)).toBe(text)
})
