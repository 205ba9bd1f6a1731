import { expect, test } from 'vitest'
import { dayIn, startOfDay, wallClock } from './company-zone.ts'

test.each([
  ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  // Clocks were put forward the night before.
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-21', '2026-11-21T08:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00.000Z'],
])('in %s the day %s begins at %s', (zone, day, at) => {
  expect(startOfDay(day, zone).toISOString()).toBe(at)
  expect(dayIn(new Date(at), zone)).toBe(day)
  expect(dayIn(new Date(Date.parse(at) - 1), zone)).not.toBe(day)
})

test('the clock on the wall is what people there read', () => {
  expect(wallClock(new Date('2026-07-01T22:30:15Z'), 'Europe/Oslo').toISOString()).toBe('2026-07-02T00:30:15.000Z')
})
