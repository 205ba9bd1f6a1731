import { expect, test } from 'vitest'
import { dayMs } from '@signet/contract/time'
import { activity } from './activity.ts'

const now = new Date('2026-11-20T12:00:00Z')
const daysBefore = (days: number) => new Date(now.getTime() - days * dayMs).toISOString()

test.each([
  [0, 'Active today'],
  [1, 'Active yesterday'],
  [2, 'Active 2 days ago'],
  [12, 'Active 12 days ago'],
  [30, 'Active 30 days ago'],
  [29, 'Active 29 days ago'],
  [31, 'Active 1 month ago'],
  [59, 'Active 1 month ago'],
  [60, 'Active 2 months ago'],
  [365, 'Active 12 months ago'],
  [364, 'Active 12 months ago'],
  [366, 'Active 1 year ago'],
  [729, 'Active 1 year ago'],
  [730, 'Active 2 years ago'],
])('%d days before now reads "%s"', (days, text) => {
  expect(activity(daysBefore(days), now, 'UTC')).toBe(text)
})

test('no activity reads "Never active"', () => {
  expect(activity(null, now)).toBe('Never active')
})

test('days are calendar days of the zone, not spans of 24 hours', () => {
  const justBeforeMidnight = '2026-11-19T23:50:00Z'
  const earlyMorning = new Date('2026-11-20T00:10:00Z')
  expect(activity(justBeforeMidnight, earlyMorning, 'UTC')).toBe('Active yesterday')
  expect(activity(justBeforeMidnight, earlyMorning, 'Asia/Kolkata')).toBe('Active today')
})
