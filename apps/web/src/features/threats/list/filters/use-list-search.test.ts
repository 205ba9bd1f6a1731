// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createGridStore } from '../../../../ui/grid/columns/grid-store.ts'
import { useListSearch } from './use-list-search.ts'

const page = vi.hoisted(() => ({
  address: { q: 'bank', id: 'x-1' } as object,
  changeSearch: vi.fn<(changes: object, options: object) => void>(),
  isEvery: false,
}))
vi.mock('../../../../url/page-search.ts', () => ({ usePageSearch: () => [page.address, page.changeSearch] }))
vi.mock('../../../../session/portal-settings.ts', () => ({ usePortalSetting: () => [page.isEvery, () => {}] }))

afterEach(() => {
  cleanup()
  page.changeSearch.mockClear()
  page.address = { q: 'bank', id: 'x-1' }
  page.isEvery = false
})

test('similar threats share a row unless the user or the address says otherwise', () => {
  const { result, rerender } = renderHook(() => useListSearch(createGridStore()))
  expect(result.current.search).toMatchObject({ q: 'bank', similar: 'one' })
  page.isEvery = true
  rerender()
  expect(result.current.search.similar).toBe('all')
  page.address = { similar: 'one' }
  rerender()
  expect(result.current.search.similar).toBe('one')
})

test('another filter closes the open threat and resets cursor and selection', () => {
  const store = createGridStore()
  const { result } = renderHook(() => useListSearch(store))
  store.moveTo(2)
  result.current.change({ q: 'pay' }, true)
  expect(store.cursor()).toBe(-1)
  expect(page.changeSearch.mock.calls).toEqual([[{ id: undefined, q: 'pay' }, { replace: true }]])
})

test('the address only holds a choice that differs from the preference', () => {
  const { result } = renderHook(() => useListSearch(createGridStore()))
  result.current.change({ similar: 'one' })
  result.current.change({ similar: 'all' })
  expect(page.changeSearch.mock.calls.map(([changes]) => changes)).toEqual([
    { id: undefined, similar: undefined },
    { id: undefined, similar: 'all' },
  ])
})
