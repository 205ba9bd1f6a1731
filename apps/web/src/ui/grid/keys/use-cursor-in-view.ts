import { useEffect, type RefObject } from 'react'
import { isAnySelected, type GridStore } from '../columns/grid-store.ts'
import type { RowWindow } from '../row-window.ts'

/** Keeps the cursor of a list visible, and announces its row to screen readers. */
export function useCursorInView(
  grid: RefObject<HTMLElement | null>,
  store: GridStore,
  label: string,
  { first, last, reveal }: RowWindow,
): void {
  useEffect(() => {
    let before = store.cursor()
    // A changed row height changes all positions.
    if (before >= 0) reveal(before)
    let hadSelection = false
    return store.subscribe(() => {
      const cursor = store.cursor()
      const hasSelection = isAnySelected(store.selection())
      if (hasSelection && !hadSelection) revealUnderBar(grid.current, () => reveal(store.cursor()))
      hadSelection = hasSelection
      if (cursor === before) return
      before = cursor
      if (cursor >= 0) reveal(cursor)
      follow(grid.current, cursor >= 0 ? rowId(label, cursor) : null)
    })
  }, [grid, store, reveal, label])
  // Screen readers must not be sent to a row that was scrolled away and is no longer rendered.
  useEffect(() => {
    const cursor = store.cursor()
    follow(grid.current, cursor >= first && cursor <= last ? rowId(label, cursor) : null)
  }, [grid, store, label, first, last])
}

/** The id of the element of a row. */
export function rowId(label: string, index: number): string {
  return `${label.replaceAll(/\W+/g, '-')}-row-${index}`
}

/** Moves screen readers to a row and includes the full dates of its relative times. */
function follow(grid: HTMLElement | null, id: string | null): void {
  if (!id) {
    grid?.removeAttribute('aria-activedescendant')
    return
  }
  grid?.setAttribute('aria-activedescendant', id)
  const row = document.getElementById(id)
  const dates = Array.from(row?.querySelectorAll<HTMLElement>('time[title]') ?? [], ({ title }) => title)
  row?.setAttribute('aria-description', dates.join(', '))
}

/** The bar of the selection may cover the row of the cursor, and its code may still be loading. */
function revealUnderBar(grid: HTMLElement | null, reveal: () => void, looks = 20): void {
  setTimeout(() => {
    // The list may have been unmounted in the meantime.
    if (!grid?.isConnected) return
    if (document.querySelector('[data-bulk-bar]')) reveal()
    else if (looks > 0) revealUnderBar(grid, reveal, looks - 1)
  }, 50)
}
