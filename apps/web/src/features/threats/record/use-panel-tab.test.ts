// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { usePanelTab } from './use-panel-tab.ts'

const page = vi.hoisted(() => ({ raw: {}, change: vi.fn<(changes: object, options: object) => void>() }))
vi.mock('../../../url/page-search.ts', () => ({
  usePageSearch: (validate: (raw: object) => object) => [validate(page.raw), page.change],
}))

const tabFor = (raw: object, hasTechnical = true) => {
  page.raw = raw
  return renderHook(() => usePanelTab(hasTechnical)).result.current[0]
}

test('a link shows the tab that it names, and the evidence without one or with an unknown one', () => {
  expect(tabFor({ tab: 'history' })).toBe('history')
  expect(tabFor({})).toBe('evidence')
  expect(tabFor({ tab: 'secrets' })).toBe('evidence')
})

test('a threat without a domain shows its evidence instead of the technical tab', () => {
  expect(tabFor({ tab: 'technical' })).toBe('technical')
  expect(tabFor({ tab: 'technical' }, false)).toBe('evidence')
})

test('another tab replaces the entry in the history, and the first tab leaves the address', () => {
  const change = renderHook(() => usePanelTab(true)).result.current[1]
  change('similar')
  change('evidence')
  expect(page.change.mock.calls).toEqual([
    [{ tab: 'similar' }, { replace: true }],
    [{ tab: undefined }, { replace: true }],
  ])
})
