import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react'
import type { Column, DataGridProps } from './columns.ts'
import { DataGridHead } from './data-grid-head.tsx'
import { DataGridRow } from './data-grid-row.tsx'
import css from './data-grid.module.css'
import { isAnySelected } from './grid-store.ts'
import { useRowWindow } from './row-window.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { t } from './words.ts'
import { Stack } from '../layout/parts.tsx'
import { paper, useMedia } from '../layout/use-media.ts'

const headHeight = 34
const firstSkeletons = 12
/** Maximum number of rows that are printed. Only loaded rows are printed. */
const printedMax = 500

/**
 * A windowed list of plain rows: one tab stop, with cursor and selection in `store`, and pages loaded as they scroll into view.
 *
 * The page handles the keys of the list (`useShortcuts`). The grid adds those of the header: ArrowUp from the first row, then the arrows.
 */
export function DataGrid<T, Sort extends string>(props: DataGridProps<T, Sort>) {
  const { label, columns, rows, store, idOf, rowHeight, onOpen, isSelectable = false, treeOf, instead } = props
  const grid = useRef<HTMLDivElement>(null)
  const isPrinted = useMedia(paper)
  const onPaper = isPrinted
    ? indexesOf(0, Math.min(rows.total ?? 0, printedMax) - 1).filter((index) => rows.at(index) !== undefined)
    : null
  const total = rows.total ?? firstSkeletons
  const count = instead ? 0 : (onPaper?.length ?? total)
  const { first, last, reveal } = useRowWindow(grid, { count, rowHeight, headHeight })
  const { show } = rows
  useEffect(() => show(first, last), [show, first, last])

  // Keeps the cursor visible and announces its row to screen readers.
  useEffect(() => {
    let before = store.cursor()
    // A changed row height changes all positions.
    if (before >= 0) reveal(before)
    let hadSelection = false
    const stop = store.subscribe(() => {
      const cursor = store.cursor()
      const hasSelection = isAnySelected(store.selection())
      if (hasSelection && !hadSelection) revealUnderBar(grid.current, () => reveal(store.cursor()))
      hadSelection = hasSelection
      if (cursor === before) return
      before = cursor
      if (cursor >= 0) {
        reveal(cursor)
        follow(grid.current, rowId(label, cursor))
      } else follow(grid.current, null)
    })
    return () => void stop()
  }, [store, reveal, label])
  // Screen readers must not be sent to a row that was scrolled away and is no longer rendered.
  useEffect(() => {
    const cursor = store.cursor()
    follow(grid.current, cursor >= first && cursor <= last ? rowId(label, cursor) : null)
  }, [store, label, first, last])

  const latest = useRef({ rows, idOf, onOpen })
  useEffect(() => {
    latest.current = { rows, idOf, onOpen }
  })
  const open = useCallback(
    (index: number) => {
      const row = latest.current.rows.at(index)
      store.moveTo(index)
      if (row) latest.current.onOpen(row, index)
    },
    [store],
  )
  const select = useCallback(
    (index: number, isRange: boolean) => {
      const { rows: list, idOf: nameOf } = latest.current
      const row = list.at(index)
      if (!row) return
      const from = store.anchor()
      if (!isRange || from < 0) {
        store.toggle(nameOf(row))
        store.moveTo(index)
        return
      }
      const ids: string[] = []
      for (let at = Math.min(from, index); at <= Math.max(from, index); at += 1) {
        const between = list.at(at)
        if (between) ids.push(nameOf(between))
      }
      store.select(ids)
      store.moveTo(index, true)
    },
    [store],
  )
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowUp' || event.target !== grid.current || store.cursor() > 0) return
    const header = grid.current.querySelector<HTMLElement>('[role=columnheader] button')
    if (!header) return
    event.preventDefault()
    store.moveTo(-1)
    header.focus()
  }

  const tracks = columns.map(({ track }) => track).join(' ')
  // If there is less room than the columns need, the list scrolls sideways. The first length of a track is its minimum.
  const leastWidth = columns.reduce(
    (sum, { track }) => sum + (Number.parseInt(/\d+(?=px)/.exec(track)?.[0] ?? '0', 10) || 0),
    64,
  )
  return (
    // The role is `grid` or `treegrid`.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={grid}
      role={treeOf ? 'treegrid' : 'grid'}
      aria-label={label}
      aria-rowcount={rows.total === undefined || rows.totalIsCapped ? -1 : rows.total + 1}
      aria-multiselectable={isSelectable || undefined}
      aria-busy={rows.total === undefined && !instead}
      tabIndex={0}
      className={css.grid}
      data-old={rows.isOld || undefined}
      style={
        {
          '--tracks': isSelectable ? `44px ${tracks}` : tracks,
          '--row': `${rowHeight}px`,
          '--lines': rowHeight < 50 ? 1 : 2,
          '--least': `${leastWidth}px`,
        } as never
      }
      onKeyDown={onKeyDown}
    >
      <DataGridHead {...props} isSelectable={isSelectable} onLeave={() => grid.current?.focus()} />
      <div role="rowgroup" className={css.body} style={{ height: instead ? undefined : count * rowHeight }}>
        {instead ? (
          <div role="row" className={css.instead}>
            <Stack gap={0} role="gridcell" aria-colspan={columns.length}>
              {instead}
            </Stack>
          </div>
        ) : (
          (onPaper ?? indexesOf(first, last)).map((index) => {
            const row = rows.at(index)
            const place = row && treeOf?.(row)
            return (
              <DataGridRow
                key={index}
                domId={rowId(label, index)}
                index={index}
                top={index * rowHeight}
                row={row}
                id={row ? idOf(row) : ''}
                level={place?.level}
                isOpen={place?.isOpen}
                columns={columns as readonly Column<unknown>[]}
                store={store}
                isSelectable={isSelectable}
                onOpen={open}
                onSelect={select}
              />
            )
          })
        )}
      </div>
      {onPaper && onPaper.length < total && (
        <p className={css.paper}>
          {t('printedRows', {
            n: exactNumber(onPaper.length),
            total: exactNumber(total),
          })}
        </p>
      )}
    </div>
  )
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

function rowId(label: string, index: number): string {
  return `${label.replaceAll(/\W+/g, '-')}-row-${index}`
}

function indexesOf(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step)
}
