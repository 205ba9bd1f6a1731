import { expect, test } from 'vitest'
import { neighbourOf } from './use-cursor.ts'

const ids = ['a', 'b', 'c', 'd']

test('after a step the cursor goes to the next threat', () => {
  expect(neighbourOf(ids, 'b', new Set(['b']))).toBe('c')
})

test('after the last one it goes to the one before', () => {
  expect(neighbourOf(ids, 'd', new Set(['d']))).toBe('c')
})

test('a threat that stays keeps the cursor', () => {
  expect(neighbourOf(ids, 'b', new Set(['a', 'c']))).toBe('b')
})

test('others that leave with it are skipped', () => {
  expect(neighbourOf(ids, 'b', new Set(['b', 'c']))).toBe('d')
  expect(neighbourOf(ids, 'c', new Set(['c', 'd']))).toBe('b')
})

test('when all leave there is no current threat', () => {
  expect(neighbourOf(ids, 'a', new Set(ids))).toBeNull()
})

test('from a threat outside the list it goes to the first', () => {
  expect(neighbourOf(ids, 'z', new Set(['z']))).toBe('a')
})
