// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PagedRows } from '../../api/paged-rows.ts'
import { DataGrid } from './data-grid.tsx'
import type { Column } from './columns/columns.ts'
import { createGridStore } from './columns/grid-store.ts'

interface Row {
  id: string
  name: string
}
const count = 1000
const rowsOf = (loaded: number): PagedRows<Row> => {
  const list = Array.from({ length: loaded }, (_, index) => ({ id: `id-${index}`, name: `Row ${index}` }))
  return {
    total: count,
    totalIsCapped: false,
    matching: count,
    at: (index) => list[index],
    loaded: list,
    show: () => undefined,
    error: null,
    isOld: false,
    readAt: 0,
    refetch: () => undefined,
  }
}
const column: Column<Row> = { key: 'name', label: 'Name', track: '1fr', sort: 'name', render: ({ name }) => name }

function show(loaded = 100, columns = [column], maySelect?: (row: Row) => boolean) {
  const store = createGridStore()
  const onOpen = vi.fn<(row: Row, index: number) => void>()
  const onSort = vi.fn<(by: string) => void>()
  render(
    <DataGrid
      label="Things"
      columns={columns}
      rows={rowsOf(loaded)}
      store={store}
      idOf={({ id }) => id}
      rowHeight={40}
      sorting={{ by: 'name', direction: 'desc' }}
      onSort={onSort}
      onOpen={onOpen}
      isSelectable
      maySelect={maySelect}
    />,
  )
  return { store, onOpen, onSort, grid: screen.getByRole('grid', { name: 'Things' }) }
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {
        /* The test browser has no layout. */
      }
      disconnect() {
        /* The test browser has no layout. */
      }
    },
  )
})
test('a thousand rows are counted, and only those in view are rendered', () => {
  const { grid } = show()
  expect(grid.getAttribute('aria-rowcount')).toBe('1001')
  expect(within(grid).getAllByRole('row').length).toBeLessThan(60)
})

test('a row has its position, and opens on click', () => {
  const { grid, onOpen } = show()
  const row = within(grid).getByText('Row 3').closest('[role=row]')
  expect(row?.getAttribute('aria-rowindex')).toBe('5')
  fireEvent.click(within(grid).getByText('Row 3'))
  expect(onOpen).toHaveBeenCalledWith({ id: 'id-3', name: 'Row 3' }, 3)
})

test('ticking a row selects it without opening it, and the header selects the loaded rows', () => {
  const { grid, store, onOpen } = show(50)
  fireEvent.click(within(grid).getByRole('checkbox', { name: 'Select row 2' }))
  expect([...store.selection().ids]).toEqual(['id-1'])
  expect(onOpen).not.toHaveBeenCalled()
  fireEvent.click(within(grid).getByRole('checkbox', { name: 'Select all loaded rows' }))
  expect(store.selection().ids.size).toBe(50)
})

test('a row that may not be selected has no checkbox, and neither the header nor a range selects it', () => {
  const { grid, store } = show(5, [column], ({ id }) => id !== 'id-1')
  expect(within(grid).queryByRole('checkbox', { name: 'Select row 2' })).toBeNull()
  fireEvent.click(within(grid).getByRole('checkbox', { name: 'Select all loaded rows' }))
  expect([...store.selection().ids]).toEqual(['id-0', 'id-2', 'id-3', 'id-4'])
  expect(within(grid).getByRole<HTMLInputElement>('checkbox', { name: 'Select all loaded rows' }).checked).toBe(true)
  store.clear()
  fireEvent.click(within(grid).getByRole('checkbox', { name: 'Select row 1' }))
  fireEvent.click(within(grid).getByRole('checkbox', { name: 'Select row 3' }), { shiftKey: true })
  expect([...store.selection().ids]).toEqual(['id-0', 'id-2'])
})

test('the header shows the sort order and changes it', () => {
  const { grid, onSort } = show()
  expect(within(grid).getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(within(grid).getByRole('button', { name: 'Name' }))
  expect(onSort).toHaveBeenCalledWith('name')
})

test('the list is one tab stop: Tab only focuses the grid', () => {
  const { grid } = show()
  const stops = [...grid.querySelectorAll('button,input')].filter((element) => (element as HTMLElement).tabIndex >= 0)
  expect(stops).toEqual([])
  expect(grid.tabIndex).toBe(0)
})

test('the cursor is exposed to screen readers', () => {
  const { grid, store } = show()
  store.moveTo(2)
  const id = grid.getAttribute('aria-activedescendant')
  expect(id && document.getElementById(id)?.getAttribute('aria-rowindex')).toBe('4')
})

test('the row under the cursor gives screen readers the full dates of its relative times', () => {
  const title = '18 November 2026, 9:12 AM'
  const { grid, store } = show(100, [{ ...column, render: () => <time title={title}>3 days ago</time> }])
  store.moveTo(2)
  const row = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
  expect(row?.getAttribute('aria-description')).toBe(title)
})

test("rows that are not loaded yet are skeletons and can't be selected", () => {
  const { grid } = show(2)
  expect(within(grid).getByRole<HTMLInputElement>('checkbox', { name: 'Select row 5' }).disabled).toBe(true)
})
