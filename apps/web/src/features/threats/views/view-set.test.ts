import { describe, expect, test } from 'vitest'
import { shippedViews } from '../../../parts/threats/shipped-views.ts'
import { wireFiltersOf } from '@signet/contract/threats/view-filters'
import { filterOnWire } from '../threats.api.ts'
import { validateThreatSearch, type ThreatSearch } from '../threat-search.ts'
import { filtersOf, isBareLink, isChanged, searchOfView } from './view-set.ts'

const now = new Date('2026-11-21T12:00:00Z')

describe('the filters of a view', () => {
  test('store a range that ends today as a number of days, so that it always ends today', () => {
    expect(filtersOf({ severity: ['Critical'], from: '2026-11-15' }, now)).toEqual({ severity: 'Critical', days: '7' })
    expect(searchOfView({ severity: 'Critical', days: '7' }, new Date('2026-12-01T12:00:00Z'))).toMatchObject({
      severity: ['Critical'],
      from: '2026-11-25',
    })
  })

  test('store two custom dates unchanged', () => {
    const filters = filtersOf({ from: '2026-01-01', to: '2026-01-31' }, now)
    expect(filters).toEqual({ from: '2026-01-01', to: '2026-01-31' })
    expect(searchOfView(filters, now)).toMatchObject(filters)
  })

  test('leave out the open record and the view itself, and keep commas within values', () => {
    const search = { q: 'a, b', type: ['Sale, bulk', 'Other'], id: 'x', view: 'y' }
    const filters = filtersOf(search, now)
    expect(Object.keys(filters)).toEqual(['q', 'type'])
    expect(searchOfView(filters, now)).toMatchObject({ q: 'a, b', type: ['Sale, bulk', 'Other'] })
  })
})

test('a view keeps the conditions on fields and the order by one', () => {
  const search = {
    fields: ['followers:from:1000', 'ProfileName:has:a, b'],
    sort: 'fields.followers',
    dir: 'asc',
  } as const
  const filters = filtersOf({ ...search, fields: [...search.fields] }, now)
  expect(searchOfView(filters, now)).toMatchObject(search)
  expect(isChanged(filters, searchOfView(filters, now), now)).toBe(false)
})

test.each(shippedViews)(
  'the shipped view $name is unchanged as it comes, and changed by one more filter',
  ({ filters }) => {
    const search = searchOfView(filters, now)
    expect(isChanged(filters, search, now)).toBe(false)
    expect(isChanged(filters, { ...search, q: 'more' }, now)).toBe(true)
  },
)

test('a link to a view only contains its name', () => {
  expect(isBareLink({ view: 'x' })).toBe(true)
  expect(isBareLink({ view: 'x', id: 'open' })).toBe(true)
  expect(isBareLink({ view: 'x', q: 'bank' })).toBe(false)
  expect(isBareLink({})).toBe(false)
})

test('the server reads the filters of a view as the portal sends those of its list', () => {
  const search = {
    q: 'bank, or 50%',
    in: 'domain_name',
    severity: ['Critical', 'High'],
    type: ['Sale, bulk', 'Other'],
    status: ['open'],
    takedown: ['draft'],
    isTakedown: '1',
    category: ['d'],
    assigned: 'me',
    adSource: ['e'],
    urlSource: ['f'],
    fields: ['followers:from:10', 'store:has:a,b'],
    auto: '1',
    from: '2026-11-15',
    dateType: 'published',
    sort: 'severity',
    similar: 'all',
  } as const satisfies Partial<Record<keyof ThreatSearch, unknown>>
  const filters = filtersOf(validateThreatSearch(search), now)
  expect(filters['days']).toBe('7')
  const sent = filterOnWire('bank', 'All', searchOfView(filters, now))
  expect(wireFiltersOf(filters, '2026-11-21')).toEqual(sent)
  // Every filter that the portal sends is one of the view.
  expect(Object.keys(sent).length).toBe(Object.keys(filters).filter((name) => name !== 'sort').length)
})
