import { expect, test } from 'vitest'
import { addressOf, timeIn, timeOfSeconds } from './read-records.ts'

test.each([
  ['2026-10-01T08:00:00Z', '2026-10-01T08:00:00.000Z'],
  ['2026-10-01T08:00:00+02:00', '2026-10-01T06:00:00.000Z'],
  ['2026-10-01T08:00:00.250000', '2026-10-01T08:00:00.250Z'],
  ['2026-10-01 08:00:00.250000', '2026-10-01T08:00:00.250Z'],
  ['2026-10-01 08:00:00 UTC', '2026-10-01T08:00:00.000Z'],
  ['2026-10-01', '2026-10-01T00:00:00.000Z'],
  ['yesterday', null],
  ['', null],
  [undefined, null],
])('%s is %s, in UTC if it has no zone', (text, time) => {
  expect(timeIn(text)).toBe(time)
})

test('a number of seconds that is no time is none', () => {
  expect([1_790_841_600, Number.NaN, 1e300].map(timeOfSeconds)).toEqual(['2026-10-01T08:00:00.000Z', null, null])
})

test('a host becomes an address, an address stays', () => {
  expect(['help.example', 'http://help.example/a'].map(addressOf)).toEqual([
    'https://help.example',
    'http://help.example/a',
  ])
})
