import { expect, test } from 'vitest'
import { validateActivitySearch, validateEventsSearch, validateRecentSearch } from './activity-search.ts'

test('all tabs and threats are what an address without parameters means', () => {
  expect(validateActivitySearch({ tab: 'all', kind: 'threat' })).toEqual(validateActivitySearch({}))
  expect(validateActivitySearch({ tab: 'takedown', kind: 'tout' })).toMatchObject({ tab: 'takedown', kind: 'tout' })
})

test('a page is a number from two on, or the first', () => {
  expect(['2', '1', '0', '-3', 'two'].map((page) => validateEventsSearch({ page }).page)).toEqual([
    '2',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('the companies of the recent activity are a comma-joined list', () => {
  expect(validateRecentSearch({ company: 'a-bank,b-rail' }).company).toEqual(['a-bank', 'b-rail'])
})
