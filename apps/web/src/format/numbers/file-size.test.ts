import { expect, test } from 'vitest'
import { fileSize } from './file-size.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 KB'],
  [12_700, '12.7 KB'],
  [999_950, '1 MB'],
  [1_400_000, '1.4 MB'],
  [2_000_000_000, '2 GB'],
])('%d bytes are written %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})
