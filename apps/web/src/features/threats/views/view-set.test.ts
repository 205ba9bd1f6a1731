import { describe, expect, test } from 'vitest'
import { shippedViews } from '../../../parts/threats/shipped-views.ts'
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
