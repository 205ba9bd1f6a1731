import { expect, test } from 'vitest'
import { createGridStore, isAnySelected, rowFlags, selectedCount } from './grid-store.ts'

test('deselecting one of all excludes it, and selecting it again includes it', () => {
  const store = createGridStore()
  store.selectAll()
  store.toggle('b')
  expect(store.isSelected('a')).toBe(true)
  expect(store.isSelected('b')).toBe(false)
  expect(selectedCount(store.selection(), 100)).toBe(99)
  store.toggle('b')
  expect(selectedCount(store.selection(), 100)).toBe(100)
})

test('the store tells whether a row has the cursor, is selected or is decided', () => {
  const store = createGridStore()
  store.moveTo(1)
  store.select(['x'])
  store.setDone(['x'])
  expect(store.flagsOf(1, 'x')).toBe(rowFlags.cursor | rowFlags.selected | rowFlags.done)
  expect(store.flagsOf(0, 'y')).toBe(0)
})

test('extending a selection keeps its start', () => {
  const store = createGridStore()
  store.moveTo(3)
  store.moveTo(5, true)
  expect(store.anchor()).toBe(3)
  expect(store.cursor()).toBe(5)
})

test('a new query resets cursor, selection and dimmed rows', () => {
  const store = createGridStore()
  store.moveTo(2)
  store.select(['x'])
  store.setDone(['x'])
  store.reset()
  expect(isAnySelected(store.selection())).toBe(false)
  expect(store.flagsOf(2, 'x')).toBe(0)
})
