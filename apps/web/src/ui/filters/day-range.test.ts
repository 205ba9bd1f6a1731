import { expect, test } from 'vitest'
import { dayBefore, daysSince, lastDays, rangeLabel } from './day-range.ts'

const now = new Date('2026-11-20T12:00:00Z')

test('a preset range is recognised by its first day', () => {
  expect(rangeLabel(lastDays(7, now), now)).toBe('Last 7 days')
  expect(rangeLabel(lastDays(90, now), now)).toBe('Last 90 days')
})

test('custom dates are named', () => {
  expect(rangeLabel({ from: '2026-11-01', to: '2026-11-05' }, now)).toBe('1 November 2026 to 5 November 2026')
  expect(rangeLabel({ from: '2026-11-03', to: '2026-11-03' }, now)).toBe('3 November 2026')
  expect(rangeLabel({ to: '2026-11-05' }, now)).toBe('Until 5 November 2026')
  expect(rangeLabel({}, now)).toBe('Any time')
})

test('days are counted across months', () => {
  expect(dayBefore('2026-03-01', 1)).toBe('2026-02-28')
  expect(daysSince({ from: '2026-11-14' }, now)).toBe(7)
  expect(daysSince({}, now)).toBeNull()
})
