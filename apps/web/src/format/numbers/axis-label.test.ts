import { expect, test } from 'vitest'
import { axisLabel } from './axis-label.ts'

test.each([
  ['2026-11-16', 7, 'Mon'],
  ['2026-11-22', 7, 'Sun'],
  ['2026-11-05', 8, '05/11'],
  ['2026-11-05', 30, '05/11'],
  ['2026-11-05', 90, '05/11'],
  ['2026-11-05', 365, '05/11'],
  ['2026-11-05T09:00:00Z', 1, '9 AM'],
  ['2026-11-05T21:00:00Z', 1, '9 PM'],
  ['2026-11-05T00:00:00Z', 1, '12 AM'],
  ['2026-11-05T12:00:00Z', 1, '12 PM'],
  ['not a date', 7, ''],
  ['2026-11-05T23:30:00Z', 30, '05/11'],
])('%s on an axis of %d days is labelled %s', (at, rangeDays, text) => {
  expect(axisLabel(at, rangeDays, 'UTC')).toBe(text)
})

test('a calendar day keeps its date whatever the zone of the viewer', () => {
  expect(axisLabel('2026-11-05', 30, 'America/New_York')).toBe('05/11')
})
