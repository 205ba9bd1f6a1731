import { expect, test } from 'vitest'
import { remarkProblem } from './remark.ts'

test('a predefined remark needs no text', () => {
  expect(remarkProblem('Irrelevant', '')).toBeNull()
  expect(remarkProblem('Inaccurate Information', '')).toBeNull()
})

test('a custom remark has 3 to 2,000 characters, without spaces at the start and end', () => {
  expect(remarkProblem('custom', ' ab ')).toBe('Enter at least 3 characters.')
  expect(remarkProblem('custom', 'abc')).toBeNull()
  expect(remarkProblem('custom', 'a'.repeat(2000))).toBeNull()
  expect(remarkProblem('custom', 'a'.repeat(2001))).toBe('Enter no more than 2,000 characters.')
})
