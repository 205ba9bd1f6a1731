import { expect, test } from 'vitest'
import { conflictOf, isLetterKey } from './key-choice.ts'

const actions = [
  { action: 'takedown', key: 't', what: 'takedown' },
  { action: 'undo', key: 'z', what: 'undo' },
] as const

test('a key that is already in use is refused with the name of its action', () => {
  expect(conflictOf(actions, {}, 'undo', 't')?.action).toBe('takedown')
  expect(conflictOf(actions, { takedown: 'q' }, 'undo', 't')).toBeUndefined()
  expect(conflictOf(actions, { takedown: 'q' }, 'undo', 'q')?.action).toBe('takedown')
  expect(conflictOf(actions, {}, 'undo', 'z')).toBeUndefined()
})

test.each([
  ['t', true],
  ['Shift+j', true],
  ['?', true],
  ['5', true],
  [' ', false],
  ['Ctrl+t', false],
  ['Alt+t', false],
  ['Enter', false],
  ['ArrowDown', false],
])('%s may be chosen: %s', (name, may) => {
  expect(isLetterKey(name)).toBe(may)
})
