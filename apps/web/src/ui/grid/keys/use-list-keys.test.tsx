// @vitest-environment happy-dom
import { fireEvent, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sortedBy } from '../columns/columns.ts'
import { createGridStore } from '../columns/grid-store.ts'
import { useListKeys } from './use-list-keys.ts'

const names = ['a', 'b', 'c']
function listen(openIndex?: number) {
  const store = createGridStore()
  const opened = vi.fn<(row: string, index: number) => void>()
  const moved = vi.fn<(row: string, index: number) => void>()
  const rows = { total: names.length, at: (index: number) => names[index] }
  renderHook(() =>
    useListKeys({ rows, store, onOpen: opened, onMove: moved, ...(openIndex === undefined ? {} : { openIndex }) }),
  )
  return { store, opened, moved, press: (key: string) => fireEvent.keyDown(document.body, { key }) }
}

test('J and K move the cursor and stop at the ends, Enter opens the row under it', () => {
  const { store, opened, moved, press } = listen()
  for (const key of ['j', 'j', 'j', 'j', 'k']) press(key)
  expect(store.cursor()).toBe(1)
  expect(moved.mock.calls.map(([row]) => row)).toEqual(['a', 'b', 'c', 'c', 'b'])
  press('Enter')
  expect(opened).toHaveBeenCalledWith('b', 1)
})

test('Enter opens the first row if the cursor was not moved before, and the cursor is there then', () => {
  const { store, opened, press } = listen()
  press('Enter')
  expect(opened).toHaveBeenCalledExactlyOnceWith('a', 0)
  expect(store.cursor()).toBe(0)
  press('j')
  press('o')
  expect(opened).toHaveBeenLastCalledWith('b', 1)
})

test('the first move starts at the row that is open in the panel', () => {
  const { store, press } = listen(1)
  press('j')
  expect(store.cursor()).toBe(2)
})

test('the header of the sorted column reverses the order', () => {
  expect(sortedBy('name', { by: 'name', direction: 'asc' }, 'asc')).toEqual({ sort: 'name', dir: 'desc' })
  expect(sortedBy('date', { by: 'name', direction: 'asc' }, 'desc')).toEqual({ sort: 'date', dir: 'desc' })
})
