import { expect, test } from 'vitest'
import { createGridStore, isAnySelected, rowFlags, selectedCount } from './grid-store.ts'

test('unticking one of all keeps it out, and ticking it again takes it back in', () => {
  const store = createGridStore()
  store.selectAll()
  store.toggle('b')
  expect(store.isSelected('a')).toBe(true)
  expect(store.isSelected('b')).toBe(false)
  expect(selectedCount(store.selection(), 100)).toBe(99)
  store.toggle('b')
  expect(selectedCount(store.selection(), 100)).toBe(100)
})

test('a row is told apart by cursor, selection and decision', () => {
  const store = createGridStore()
  store.moveTo(1)
  store.select(['x'])
  store.setDone(['x'])
  expect(store.flagsOf(1, 'x')).toBe(rowFlags.cursor | rowFlags.selected | rowFlags.done)
  expect(store.flagsOf(0, 'y')).toBe(0)
})

test('extending keeps the place it began at', () => {
  const store = createGridStore()
  store.moveTo(3)
  store.moveTo(5, true)
  expect(store.anchor()).toBe(3)
  expect(store.cursor()).toBe(5)
})

test('another question forgets cursor, selection and dimmed rows', () => {
  const store = createGridStore()
  store.moveTo(2)
  store.select(['x'])
  store.setDone(['x'])
  store.reset()
  expect(isAnySelected(store.selection())).toBe(false)
  expect(store.flagsOf(2, 'x')).toBe(0)
})
