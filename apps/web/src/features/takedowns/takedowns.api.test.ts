import { takedownStatuses } from '@signet/contract/takedowns/takedown-status'
import { expect, test } from 'vitest'
import { caseSorting } from '../../parts/cases/case-queries.ts'
import { takedowns } from './takedowns.api.ts'

test('every status belongs to exactly one view', () => {
  const all = (['running', 'removed', 'stopped'] as const).flatMap((view) => takedowns.statusesOf(view) ?? [])
  expect(all.toSorted()).toEqual(takedownStatuses.toSorted())
  expect(takedowns.statusesOf('all')).toBeUndefined()
})

test('open cases are sorted by their due date, closed ones by their last change', () => {
  expect(caseSorting(takedowns, {})).toEqual({ by: 'dueAt', direction: 'asc' })
  expect(caseSorting(takedowns, { view: 'removed' })).toEqual({ by: 'updatedAt', direction: 'desc' })
  expect(caseSorting(takedowns, { sort: 'title', dir: 'asc' })).toEqual({ by: 'title', direction: 'asc' })
})
