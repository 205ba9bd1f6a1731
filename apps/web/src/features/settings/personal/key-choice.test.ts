import type { Role } from '@signet/contract/access/permissions'
import { expect, test } from 'vitest'
import { keyActions } from '../../../ui/keys/key-actions.ts'
import { actionsOf, conflictOf, isLetterKey } from './key-choice.ts'

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

const namesOf = (role: Role) => actionsOf(role).map(({ action }) => action)

test('read-only users have the keys for reading, clients those for decisions, and only reviewers those for reviews', () => {
  const reading = ['next', 'previous', 'open', 'search', 'views', 'go', 'keys']
  for (const role of ['clientPeeker', 'adminPeeker', 'subAdminPeekerOne'] as const)
    expect(namesOf(role)).toEqual(reading)
  const all = keyActions.map(({ action }) => action)
  expect(namesOf('client')).toEqual(all.filter((action) => action !== 'publish' && action !== 'watch'))
  expect(namesOf('qa')).toEqual(expect.arrayContaining(['publish', 'watch', 'select', 'undo']))
})
