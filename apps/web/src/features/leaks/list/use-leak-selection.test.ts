// @vitest-environment happy-dom
import type { Leak } from '@signet/contract/leaks/leaks'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { createGridStore } from '../../../ui/grid/columns/grid-store.ts'
import { useLeakSelection } from './use-leak-selection.ts'

const newLeak = (number: number, version = 1) => ({ id: `leak-${number}`, version }) as Leak

/** A list with these leaks loaded; the server has `total` leaks. */
function open(inView: readonly Leak[], total: number) {
  const all = Array.from({ length: total }, (_, index) => newLeak(index + 1))
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ items: all, total, pageNumber: 1, limit: 500 })))
  const store = createGridStore()
  const changeMany = vi.fn<(leaks: readonly Leak[], status: string) => Promise<void>>(() => Promise.resolve())
  const rows = { loaded: inView } as PagedRows<Leak>
  const { result } = renderHook(() => useLeakSelection('bank', { search: {}, store, rows }, { changeMany }))
  const changed = () => changeMany.mock.calls.map(([leaks, status]) => [status, leaks.length])
  return { store, changeMany, changed, selection: () => result.current }
}

test('a decision on the selected leaks is sent immediately and clears the selection', () => {
  const { store, changed, selection } = open([newLeak(1), newLeak(2)], 2)
  store.select(['leak-2'])
  act(() => selection().decide('resolved'))
  expect(changed()).toEqual([['resolved', 1]])
  expect(selection().selected()).toEqual([])
})

test('selecting all matches includes rows out of view, and rows in view with their latest version', async () => {
  const { selection } = open([newLeak(1, 2)], 30)
  await act(() => selection().selectAll())
  expect(selection().selected()).toHaveLength(30)
  expect(selection().selected()[0]).toMatchObject({ id: 'leak-1', version: 2 })
  expect(selection().isReading).toBe(false)
})

test('a decision on more than 25 leaks is only sent once it is confirmed', async () => {
  const { changed, selection } = open([], 26)
  await act(() => selection().selectAll())
  act(() => selection().decide('ignored'))
  expect(selection().statusToConfirm).toBe('ignored')
  expect(changed()).toEqual([])
  act(() => selection().answer(false))
  expect(selection().statusToConfirm).toBeNull()
  expect(changed()).toEqual([])
  act(() => selection().decide('ignored'))
  act(() => selection().answer(true))
  expect(changed()).toEqual([['ignored', 26]])
})
