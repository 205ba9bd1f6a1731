import { expect, test } from 'vitest'
import { sizeLimit } from './size-limit.ts'

test.each([
  [20 * 1024 * 1024, '20 MB'],
  [5_000_000, '5 MB'],
  [250_000_000, '250 MB'],
])('a limit of %d bytes is written %s', (bytes, text) => {
  expect(sizeLimit(bytes)).toBe(text)
})
