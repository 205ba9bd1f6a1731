import { expect, test } from 'vitest'
import { dateRangeOf, rowsOf } from './reviewers.ts'

test('a range of days includes today as its last day', () => {
  const now = new Date('2026-11-21T23:30:00Z')
  expect(dateRangeOf(7, now)).toEqual(['2026-11-15', '2026-11-21'])
  expect(dateRangeOf(1, now)).toEqual(['2026-11-21', '2026-11-21'])
})

const person = (name: string) => ({ email: `${name}@x.example`, name, lastActive: null })

test('the reviewer with the most reviews comes first, and those without any are listed', () => {
  const figures = [{ email: 'b@x.example', reviewed: 4, medianMs: 60_000, returned: 1 }]
  expect(rowsOf([person('a'), person('b')], figures).map(({ name, reviewed }) => [name, reviewed])).toEqual([
    ['b', 4],
    ['a', 0],
  ])
})
