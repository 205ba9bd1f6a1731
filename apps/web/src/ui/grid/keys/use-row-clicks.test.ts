// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createGridStore } from '../columns/grid-store.ts'
import { useRowClicks } from './use-row-clicks.ts'

const loaded = ['a', 'b', undefined, 'd', 'e']
function clicks() {
  const store = createGridStore()
  const onOpen = vi.fn<(row: string, index: number) => void>()
  const { result } = renderHook(() =>
    useRowClicks({ rows: { at: (index: number) => loaded[index] }, store, idOf: (row) => row, onOpen }),
  )
  return { store, onOpen, ...result.current }
}

test('opening a row moves the cursor to it; a row that is not loaded only gets the cursor', () => {
  const { store, onOpen, open } = clicks()
  open(1)
  open(2)
  expect(store.cursor()).toBe(2)
  expect(onOpen.mock.calls).toEqual([['b', 1]])
})

test('a click selects a row and deselects it again', () => {
  const { store, select } = clicks()
  select(1, false)
  expect(store.isSelected('b')).toBe(true)
  select(1, false)
  expect(store.isSelected('b')).toBe(false)
})

test('a range goes from the last clicked row in either direction, without rows that are not loaded', () => {
  const { store, select } = clicks()
  select(3, false)
  select(1, true)
  expect([...store.selection().ids].toSorted()).toEqual(['b', 'd'])
  select(4, true)
  expect([...store.selection().ids].toSorted()).toEqual(['b', 'd', 'e'])
  expect(store.cursor()).toBe(4)
})

test('without a clicked row, a range is the row itself', () => {
  const { store, select } = clicks()
  select(4, true)
  expect([...store.selection().ids]).toEqual(['e'])
})
