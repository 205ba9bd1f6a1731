import { expect, test } from 'vitest'
import { dateRangeOf } from './day-range.ts'

test('a range of days includes today as its last day', () => {
  const now = new Date('2026-11-21T23:30:00Z')
  expect(dateRangeOf(7, now)).toEqual(['2026-11-15', '2026-11-21'])
  expect(dateRangeOf(1, now)).toEqual(['2026-11-21', '2026-11-21'])
})
