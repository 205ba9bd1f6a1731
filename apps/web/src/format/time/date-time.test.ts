import { expect, test } from 'vitest'
import { calendarDay, dateOnly, dateTime, dateTimeWithZone, timeOfDay, weekdayDate } from './date-time.ts'

test.each([
  ['2026-11-18T09:12:00Z', 'UTC', '18 November 2026, 9:12 AM'],
  ['2026-11-08T00:05:00Z', 'UTC', '8 November 2026, 12:05 AM'],
  ['2026-11-08T12:00:00Z', 'UTC', '8 November 2026, 12:00 PM'],
  ['2026-11-08T12:59:59Z', 'UTC', '8 November 2026, 12:59 PM'],
  ['2026-11-08T23:59:00Z', 'UTC', '8 November 2026, 11:59 PM'],
  ['2024-02-29T13:00:00Z', 'UTC', '29 February 2024, 1:00 PM'],
  ['2026-11-18T20:00:00Z', 'Asia/Kolkata', '19 November 2026, 1:30 AM'],
  ['2026-01-01T02:00:00Z', 'America/New_York', '31 December 2025, 9:00 PM'],
  ['not a date', 'UTC', 'Unknown'],
])('%s in %s is written %s', (instant, zone, text) => {
  expect(dateTime(instant, zone)).toBe(text)
})

test('the tooltip adds the zone and UTC', () => {
  expect(dateTimeWithZone('2026-11-18T03:42:00Z', 'Asia/Kolkata')).toBe(
    '18 November 2026, 9:12 AM (Asia/Kolkata), 18 November 2026, 3:42 AM UTC',
  )
  expect(dateTimeWithZone('2026-11-18T03:42:00Z', 'America/New_York')).toBe(
    '17 November 2026, 10:42 PM (America/New York), 18 November 2026, 3:42 AM UTC',
  )
  expect(dateTimeWithZone('2026-11-18T03:42:00Z', 'UTC')).toBe('18 November 2026, 3:42 AM UTC')
})

test('a timeline shows the day and the time apart', () => {
  expect(dateOnly('2026-11-18T20:00:00Z', 'Asia/Kolkata')).toBe('19 November 2026')
  expect(timeOfDay('2026-11-18T20:00:00Z', 'Asia/Kolkata')).toBe('1:30 AM')
  expect(calendarDay('2026-11-08T20:00:00Z', 'Asia/Kolkata')).toBe('2026-11-09')
  expect(weekdayDate('2026-11-20T12:00:00Z', 'UTC')).toBe('Friday, 20 November 2026')
})

test('there is an ordinary space between the minutes and AM', () => {
  expect(dateTime('2026-11-18T09:12:00Z', 'UTC')).not.toMatch(/[\u202f\u00a0]/)
})
