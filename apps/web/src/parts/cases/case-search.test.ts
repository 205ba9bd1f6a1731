import { dueFilters } from '@signet/contract/takedowns/cases'
import { expect, test } from 'vitest'
import { caseSearch } from './case-search.ts'

test('the address of a list holds every filter by target time that the server knows', () => {
  const validate = caseSearch(['all'], ['dueAt'])
  expect(validate({ due: dueFilters.join(',') }).due).toEqual(dueFilters)
  expect(validate({ due: 'late' }).due).toBeUndefined()
})
