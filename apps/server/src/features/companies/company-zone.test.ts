import { expect, test } from 'vitest'
import { dayIn, endOfDay, startOfDay, wallClock } from './company-zone.ts'

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
  // Midnight is skipped, or occurs twice.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00:00.000Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
])('in %s the day %s begins at %s', (zone, day, at) => {
  expect(startOfDay(day, zone).toISOString()).toBe(at)
  expect(dayIn(new Date(at), zone)).toBe(day)
  expect(dayIn(new Date(Date.parse(at) - 1), zone)).not.toBe(day)
})

test.each([
  ['UTC', '2026-12-31', '2026-12-31T23:59:59.999Z'],
  ['Europe/Berlin', '2026-03-28', '2026-03-28T22:59:59.999Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-29T21:59:59.999Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-25T22:59:59.999Z'],
  ['America/Santiago', '2026-09-05', '2026-09-06T03:59:59.999Z'],
  ['America/Havana', '2026-10-31', '2026-11-01T03:59:59.999Z'],
])('in %s the day %s ends at %s', (zone, day, at) => {
  expect(endOfDay(day, zone).toISOString()).toBe(at)
  expect(dayIn(new Date(at), zone)).toBe(day)
  expect(dayIn(new Date(Date.parse(at) + 1), zone)).not.toBe(day)
})

test('the clock on the wall is what people there read', () => {
  expect(wallClock(new Date('2026-07-01T22:30:15Z'), 'Europe/Oslo').toISOString()).toBe('2026-07-02T00:30:15.000Z')
})
