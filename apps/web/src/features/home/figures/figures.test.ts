import { expect, test } from 'vitest'
import { bySeverity, splitRange, thinned, weekly } from './figures.ts'

const points = (...counts: number[]) =>
  counts.map((count, index) => ({ date: `2026-11-${String(index + 1).padStart(2, '0')}`, count }))

test('a range is compared with the previous one only if that one is complete', () => {
  expect(splitRange(points(1, 2, 3, 4), 2)).toMatchObject({ now: [{ count: 3 }, { count: 4 }], before: 3 })
  expect(splitRange(points(1, 2, 3), 2).before).toBeNull()
})

test('a long series is reduced to sums, and the last sum is always complete', () => {
  expect(thinned(points(1, 1, 1, 1, 1), 2)).toEqual([2, 3])
  expect(thinned(points(1, 2), 30)).toEqual([1, 2])
})

test('weeks have seven days, and the last one ends with the last day', () => {
  const weeks = weekly(points(...Array.from({ length: 16 }, (_, index) => index)))
  expect(weeks.map(({ date, count }) => [date, count])).toEqual([
    ['2026-11-03', 35],
    ['2026-11-10', 84],
  ])
})

test('a day without details still has a value for each severity', () => {
  expect(
    bySeverity([
      { date: '2026-11-01', count: 3, by: { Critical: 1, Low: 2 } },
      { date: '2026-11-02', count: 0 },
    ]),
  ).toEqual([
    { at: '2026-11-01', values: [1, 0, 0, 2] },
    { at: '2026-11-02', values: [0, 0, 0, 0] },
  ])
})
