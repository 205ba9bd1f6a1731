import { expect, test } from 'vitest'
import { shortAge, timeAgo, updatedText, withinSentence } from './time-ago.ts'

const now = new Date('2026-11-20T12:00:00Z')
const second = 1
const minute = 60
const hour = 60 * minute
const day = 24 * hour
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()

test.each([
  [0, '1 second ago'],
  [second, '1 second ago'],
  [45 * second, '45 seconds ago'],
  [59 * second, '59 seconds ago'],
  [minute, '1 minute ago'],
  [5 * minute, '5 minutes ago'],
  [59 * minute + 59, '59 minutes ago'],
  [minute - 1, '59 seconds ago'],
  [2 * minute - 1, '1 minute ago'],
  [hour, '1 hour ago'],
  [2 * hour, '2 hours ago'],
  [3 * hour, '3 hours ago'],
  [day - 1, '23 hours ago'],
  [day, 'Yesterday'],
  [2 * day - 1, 'Yesterday'],
  [2 * day, '2 days ago'],
  [6 * day, '6 days ago'],
  [7 * day, '1 week ago'],
  [20 * day, '2 weeks ago'],
  [21 * day, '3 weeks ago'],
  [29 * day, '4 weeks ago'],
  [30 * day, '1 month ago'],
  [7 * day - 1, '6 days ago'],
  [14 * day - 1, '1 week ago'],
  [30 * day - 1, '4 weeks ago'],
  [60 * day - 1, '1 month ago'],
  [60 * day, '2 months ago'],
  [365 * day - 1, '12 months ago'],
  [730 * day - 1, '1 year ago'],
  [730 * day, '2 years ago'],
  [364 * day, '12 months ago'],
  [365 * day, '1 year ago'],
  [800 * day, '2 years ago'],
])('%d seconds before now reads "%s"', (seconds, text) => {
  expect(timeAgo(before(seconds), now, 'UTC')).toBe(text)
})

test('a future time shows the full date', () => {
  expect(timeAgo('2026-11-21T09:12:00Z', now, 'UTC')).toBe('21 November 2026, 9:12 AM')
})

test('a clock a few seconds ahead is not the future', () => {
  expect(timeAgo(before(-3), now, 'UTC')).toBe('1 second ago')
})

test('a missing time is shown as unknown', () => {
  expect(timeAgo('', now)).toBe('Unknown')
})

test.each([
  [10 * second, '1 min'],
  [52 * minute, '52 min'],
  [hour, '1 h'],
  [12 * day, '12 d'],
])('%d seconds shorten to "%s"', (seconds, text) => {
  expect(shortAge(before(seconds), now)).toBe(text)
})

test('within a sentence it starts in lower case', () => {
  expect(withinSentence(timeAgo(before(day), now))).toBe('yesterday')
  expect(withinSentence(timeAgo(before(3 * day), now))).toBe('3 days ago')
})

test('data loaded after the last tick of the clock counts as just loaded', () => {
  expect(updatedText(now.getTime() + 40_000, now)).toBe('Updated 1 second ago')
  expect(updatedText(now.getTime() - 26 * hour * 1000, now)).toBe('Updated yesterday')
})
