import { expect, test } from 'vitest'
import { neighbourOf } from './use-cursor.ts'

const ids = ['a', 'b', 'c', 'd']

test('after a step the cursor goes to the next threat', () => {
  expect(neighbourOf(ids, 'b', new Set(['b']))).toBe('c')
})

test('after the last threat the cursor goes to the previous one', () => {
  expect(neighbourOf(ids, 'd', new Set(['d']))).toBe('c')
})

test('a threat that stays in the queue keeps the cursor', () => {
  expect(neighbourOf(ids, 'b', new Set(['a', 'c']))).toBe('b')
})

test('threats that leave at the same time are skipped', () => {
  expect(neighbourOf(ids, 'b', new Set(['b', 'c']))).toBe('d')
  expect(neighbourOf(ids, 'c', new Set(['c', 'd']))).toBe('b')
})

test('once all threats have left, none is current', () => {
  expect(neighbourOf(ids, 'a', new Set(ids))).toBeNull()
})

test('from a threat outside the list the cursor goes to the first one', () => {
  expect(neighbourOf(ids, 'z', new Set(['z']))).toBe('a')
})
