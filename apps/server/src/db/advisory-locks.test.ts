import { expect, test } from 'vitest'
import { advisoryLocks } from './advisory-locks.ts'

test('no kind of work waits for another one that has the same lock', () => {
  const numbers = Object.values(advisoryLocks)
  expect(new Set(numbers).size).toBe(numbers.length)
})
