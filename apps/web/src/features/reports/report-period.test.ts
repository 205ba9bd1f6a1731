import { expect, test } from 'vitest'
import { daysOfPeriod, daysOfSpan } from './report-period.ts'

test.each([
  ['2026', '2026-01-01', '2026-12-31'],
  ['2026-02', '2026-02-01', '2026-02-28'],
  ['2026-Q4', '2026-10-01', '2026-12-31'],
  ['2026-W01', '2025-12-29', '2026-01-04'],
  ['2026-10-05', '2026-10-05', '2026-10-05'],
  ['2026-10-05/2026-10-11', '2026-10-05', '2026-10-11'],
])('the period %s is from %s to %s', (period, fromDate, toDate) => {
  expect(daysOfPeriod(period)).toEqual({ fromDate, toDate })
})

test('an invalid period has no days', () => {
  expect(daysOfPeriod('next week')).toBeNull()
})

test('a number of days ends today, and last month is a full month', () => {
  const now = new Date('2026-03-15T12:00:00Z')
  expect(daysOfSpan('week', now)).toEqual({ fromDate: '2026-03-09', toDate: '2026-03-15' })
  expect(daysOfSpan('lastMonth', now)).toEqual({ fromDate: '2026-02-01', toDate: '2026-02-28' })
  expect(daysOfSpan('custom', now)).toBeNull()
})
