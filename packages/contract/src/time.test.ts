import { expect, test } from 'vitest'
import { addDays, isoDay } from './time.ts'

test('a day counts in UTC, whatever the time of the instant', () => {
  expect(isoDay(new Date('2026-11-20T23:59:59.999Z'))).toBe('2026-11-20')
  expect(isoDay(Date.UTC(2024, 1, 29))).toBe('2024-02-29')
})

test('days are added and subtracted across months and leap days', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(addDays('2026-03-29', 0)).toBe('2026-03-29')
})
