import { memo, useSyncExternalStore, type ReactNode } from 'react'
import type { Column } from './columns/columns.ts'
import css from './data-grid.module.css'
import { rowFlags, type GridStore } from './columns/grid-store.ts'
import { t } from './words.ts'

/** `memo`, typed so that a component keeps its type parameters. */
const memoOf: <P extends object>(component: (props: P) => ReactNode) => (props: P) => ReactNode = memo

/** A row of plain elements. It reads all of its flags from the store at once. */
export const DataGridRow = memoOf(function DataGridRow<T, Sort extends string>({
  domId,
  index,
  top,
  row,
  id,
  level,
  isOpen,
  columns,
  store,
  isSelectable,
  maySelect,
  onOpen,
  onSelect,
}: {
  domId: string
  index: number
  /** Distance from the first row in pixels. */
  top: number
  /** Undefined while its page is loading. */
  row: T | undefined
  id: string
  /** The level in a tree, from 1. */
  level: number | undefined
  /** Whether the rows below it are shown; undefined if there are none. */
  isOpen: boolean | undefined
  columns: readonly Column<T, Sort>[]
  store: GridStore
  isSelectable: boolean
  maySelect: boolean
  onOpen: (index: number) => void
  onSelect: (index: number, isRange: boolean) => void
}) {
  const flags = useSyncExternalStore(store.subscribe, () => store.flagsOf(index, id))
  const isSelected = row !== undefined && (flags & rowFlags.selected) !== 0
  return (
    // The grid has the focus and the page handles its keys. The row itself handles only clicks.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={domId}
      role="row"
      // The header is row 1.
      aria-rowindex={index + 2}
      aria-level={level}
      aria-expanded={isOpen}
      aria-selected={isSelectable && maySelect ? isSelected : undefined}
      className={css.row}
      data-cursor={(flags & rowFlags.cursor) !== 0 || undefined}
      data-done={(flags & rowFlags.done) !== 0 || undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onOpen(index)}
    >
      {isSelectable && (
        // The label makes the whole cell clickable; the click must not open the row.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div role="gridcell" className={css.check} onClick={(event) => event.stopPropagation()}>
          {maySelect && (
            <label data-wait={row === undefined || undefined}>
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={t('selectRow', { n: index + 1 })}
                checked={isSelected}
                disabled={row === undefined}
                onChange={(event) =>
                  onSelect(index, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
                }
              />
            </label>
          )}
        </div>
      )}
      {columns.map(({ key, render }) => (
        <div key={key} role="gridcell" className={css.cell}>
          {row === undefined ? <span className={`${css.ghost} ghost`} /> : render(row)}
        </div>
      ))}
    </div>
  )
})
