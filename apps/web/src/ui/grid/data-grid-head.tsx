import { useSyncExternalStore, type KeyboardEvent } from 'react'
import type { Column, DataGridProps } from './columns/columns.ts'
import { Box } from '../layout/parts.tsx'
import css from './data-grid.module.css'
import { SortButton } from './sort-button.tsx'
import { t } from './words.ts'

/** The header row: a checkbox for the loaded rows, and a button in every column that sorts. */
export function DataGridHead<T, Sort extends string>({
  columns,
  rows,
  store,
  idOf,
  maySelect,
  sorting,
  onSort,
  isSelectable,
  onLeave,
}: DataGridProps<T, Sort> & { onLeave: () => void }) {
  const selection = useSyncExternalStore(store.subscribe, store.selection)
  const loaded = maySelect ? rows.loaded.filter(maySelect) : rows.loaded
  const isEvery = loaded.length > 0 && loaded.every((row) => store.isSelected(idOf(row)))
  const isSome = selection.isAll || selection.ids.size > 0

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onLeave()
      return
    }
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=columnheader] button')]
    const at = buttons.findIndex((button) => button === document.activeElement)
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus()
  }

  return (
    <div role="rowgroup" className={css.head}>
      <Box
        role="row"
        aria-rowindex={1}
        line="below"
        tone="quiet"
        weight="medium"
        className={css.headRow}
        onKeyDown={onKeyDown}
      >
        {isSelectable && (
          <div role="columnheader" className={css.check}>
            <label>
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={t('selectLoadedRows')}
                checked={isEvery}
                disabled={loaded.length === 0}
                ref={(element) => {
                  if (element) element.indeterminate = isSome && !isEvery
                }}
                onChange={() => (isEvery || selection.isAll ? store.clear() : store.select(loaded.map(idOf)))}
              />
            </label>
          </div>
        )}
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} sorting={sorting} onSort={onSort} />
        ))}
      </Box>
    </div>
  )
}

function HeadCell<T, Sort extends string>({
  column: { label, sort, also, isAtEnd },
  sorting,
  onSort,
}: {
  column: Column<T, Sort>
} & Pick<DataGridProps<T, Sort>, 'sorting' | 'onSort'>) {
  const isSorted = sort !== undefined && (sorting.by === sort || sorting.by === also?.sort)
  return (
    <Box
      role="columnheader"
      nowrap
      className={css.headCell}
      data-end={isAtEnd}
      aria-sort={isSorted ? (sorting.direction === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {sort === undefined ? (
        label
      ) : (
        <>
          {[{ label, sort }, ...(also ? [also] : [])].map((one) => (
            <SortButton
              key={one.sort}
              label={one.label}
              tabIndex={-1}
              direction={sorting.by === one.sort ? sorting.direction : undefined}
              onClick={() => onSort(one.sort)}
            />
          ))}
        </>
      )}
    </Box>
  )
}
