import { takedownStatuses } from '@signet/contract/takedowns'
import { expect, test } from 'vitest'
import { sortingOf, statusesOf } from './takedowns.api.ts'

test('every status belongs to exactly one view', () => {
  const all = (['running', 'removed', 'stopped'] as const).flatMap((view) => statusesOf(view) ?? [])
  expect(all.toSorted()).toEqual(takedownStatuses.toSorted())
  expect(statusesOf('all')).toBeUndefined()
})

test('running cases start with the longest open, the others with the last move', () => {
  expect(sortingOf({})).toEqual({ by: 'dueAt', direction: 'asc' })
  expect(sortingOf({ view: 'removed' })).toEqual({ by: 'updatedAt', direction: 'desc' })
  expect(sortingOf({ sort: 'title', dir: 'asc' })).toEqual({ by: 'title', direction: 'asc' })
})
