import { expect, test, vi } from 'vitest'
import type { PagedRows } from '../../api/paged-rows.ts'
import { unfold } from './unfold.ts'

const show = vi.fn<(first: number, last: number) => void>()
const list = ['a', 'b', 'c', 'd']
const rows: PagedRows<string> = {
  total: list.length,
  totalIsCapped: false,
  matching: 9,
  at: (index) => list[index],
  loaded: list,
  show,
  error: null,
  isOld: false,
  readAt: 0,
  refetch: () => undefined,
}
const groups = [
  { at: 0, members: ['a1', 'a2'] },
  { at: 2, members: ['c1'] },
]

test('similar rows follow the row they belong to, before all other rows', () => {
  const open = unfold(rows, groups)
  expect(Array.from({ length: 8 }, (_, index) => open.at(index))).toEqual([
    'a',
    'a1',
    'a2',
    'b',
    'c',
    'c1',
    'd',
    undefined,
  ])
  expect(open.total).toBe(7)
  expect(open.matching).toBe(9)
  expect(open.loaded).toEqual(['a', 'a1', 'a2', 'b', 'c', 'c1', 'd'])
})

test('rows in view are requested by their position in the list', () => {
  const open = unfold(rows, groups)
  open.show(1, 3)
  expect(show).toHaveBeenLastCalledWith(0, 1)
  open.show(5, 6)
  expect(show).toHaveBeenLastCalledWith(2, 3)
})

test('a list without open rows is unchanged', () => {
  expect(unfold(rows, [])).toBe(rows)
})
