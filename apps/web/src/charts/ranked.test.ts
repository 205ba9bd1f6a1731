import { expect, test } from 'vitest'
import { ranked } from './ranked.ts'

test('a ranking shows the largest values and the sum of the rest', () => {
  const slices = [1, 5, 3, 2].map((count) => ({ key: String(count), label: String(count), count }))
  expect(ranked(slices, 3).map(({ label, count }) => [label, count])).toEqual([
    ['5', 5],
    ['3', 3],
    ['Other', 3],
  ])
})
