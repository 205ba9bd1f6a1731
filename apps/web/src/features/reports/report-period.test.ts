import { expect, test } from 'vitest'
import { daysOfPeriod, daysOfSpan, recentPeriods, regularKinds } from './report-period.ts'

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

test('the latest periods of a report begin with the current one, and each is a period', () => {
  const now = new Date('2027-01-02T12:00:00Z')
  expect(recentPeriods('annual', now).slice(0, 2)).toEqual(['2027', '2026'])
  expect(recentPeriods('quarterly', now).slice(0, 3)).toEqual(['2027-Q1', '2026-Q4', '2026-Q3'])
  expect(recentPeriods('monthly', now).slice(0, 3)).toEqual(['2027-01', '2026-12', '2026-11'])
  // 2026 has 53 weeks, and 2 January 2027 is in the last of them.
  expect(recentPeriods('weekly', now).slice(0, 2)).toEqual(['2026-W53', '2026-W52'])
  for (const kind of regularKinds)
    for (const period of recentPeriods(kind, now)) expect(daysOfPeriod(period)).not.toBeNull()
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
