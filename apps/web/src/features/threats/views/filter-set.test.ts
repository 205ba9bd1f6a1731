import { expect, test } from 'vitest'
import { filterCount, noFilters } from './filter-set.ts'
import { validateThreatSearch } from '../threat-search.ts'

test('a range of days is one filter, even without a start or end', () => {
  expect(filterCount({ from: '2026-01-01', to: '2026-02-01', dateType: 'lastSeen' })).toBe(1)
  expect(filterCount({ to: '2026-02-01' })).toBe(1)
  expect(filterCount({ from: '2026-01-01' })).toBe(1)
})

test('the search field, the order and the open record do not count as filters', () => {
  expect(filterCount({ q: 'bank', in: 'domain_name', sort: 'title', id: 'x', view: 'y' })).toBe(1)
  expect(filterCount({ in: 'domain_name', sort: 'title' })).toBe(0)
})

test('clearing removes every filter from the URL', () => {
  const all = validateThreatSearch({
    q: 'a',
    in: 'b',
    severity: 'High',
    type: 'c',
    status: 'open',
    takedown: 'draft',
    isTakedown: '1',
    category: 'd',
    adSource: 'e',
    urlSource: 'f',
    fields: 'followers:from:10,store:has:a%2Cb',
    auto: '1',
    from: '2026-01-01',
    dateType: 'published',
  })
  expect(filterCount(all)).toBe(12)
  expect(filterCount({ ...all, ...noFilters })).toBe(0)
})
