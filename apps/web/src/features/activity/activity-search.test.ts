import { expect, test } from 'vitest'
import { validateActivitySearch, validateEventsSearch, validateRecentSearch } from './activity-search.ts'

test('an address without parameters shows threats in all tabs', () => {
  expect(validateActivitySearch({ tab: 'all', kind: 'threat' })).toEqual(validateActivitySearch({}))
  expect(validateActivitySearch({ tab: 'takedown', kind: 'tout' })).toMatchObject({ tab: 'takedown', kind: 'tout' })
})

test('a page number is at least two; anything else is the first page', () => {
  expect(['2', '1', '0', '-3', 'two'].map((page) => validateEventsSearch({ page }).page)).toEqual([
    '2',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('the companies of the recent activity are a comma-separated list', () => {
  expect(validateRecentSearch({ company: 'a-bank,b-rail' }).company).toEqual(['a-bank', 'b-rail'])
})
