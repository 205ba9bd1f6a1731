import { expect, test } from 'vitest'
import { audienceWords, fromLocal, isOpen, toLocal } from './announcement-words.ts'

const nameOf = (key: string) => key.toUpperCase()

test('an audience lists the first three and counts the others', () => {
  expect(audienceWords({ companies: ['a', 'b'] }, nameOf)).toBe('A, B')
  expect(audienceWords({ companies: ['a', 'b', 'c', 'd', 'e'] }, nameOf)).toBe('A, B, C and 2 more')
  expect(audienceWords({ roles: ['client', 'qa'] }, nameOf)).toBe('Client, Reviewer')
})

test('a time is unchanged after it was converted for the field and back', () => {
  for (const instant of ['2031-01-05T08:30:00.000Z', '2031-07-05T23:59:00.000Z'])
    expect(fromLocal(toLocal(instant))).toBe(instant)
  for (const zone of ['Asia/Kolkata', 'America/New_York', 'Pacific/Auckland'])
    expect(fromLocal(toLocal('2031-03-09T07:30:00.000Z', zone), zone)).toBe('2031-03-09T07:30:00.000Z')
  expect(toLocal('2031-01-05T20:00:00Z', 'Asia/Kolkata')).toBe('2031-01-06T01:30')
  expect(fromLocal('')).toBeNull()
  expect(fromLocal('not a time')).toBeNull()
})

test('an announcement that was sent cannot be changed', () => {
  expect((['scheduled', 'paused', 'delivering', 'delivered'] as const).filter((state) => isOpen({ state }))).toEqual([
    'scheduled',
    'paused',
  ])
})
