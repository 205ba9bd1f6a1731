import { expect, test } from 'vitest'
import { namesWithin } from './names-within.ts'

const names = ['Brand as a separate word', 'Password field', 'New']

test.each([
  [47, 3],
  [46, 2],
  [41, 2],
  [40, 1],
  [5, 1],
])('into %d characters fit %d names', (characters, count) => {
  expect(namesWithin(names, characters)).toEqual(names.slice(0, count))
})

test('no names stay none', () => {
  expect(namesWithin([], 10)).toEqual([])
})
