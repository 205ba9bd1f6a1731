import { expect, test } from 'vitest'
import { rowsOf } from './reviewers.ts'

const person = (name: string) => ({ email: `${name}@x.example`, name, lastActive: null })

test('the reviewer with the most reviews comes first, and those without any are listed', () => {
  const figures = [{ email: 'b@x.example', reviewed: 4, medianMs: 60_000, returned: 1 }]
  expect(rowsOf([person('a'), person('b')], figures).map(({ name, reviewed }) => [name, reviewed])).toEqual([
    ['b', 4],
    ['a', 0],
  ])
})
