import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { DataGridProps } from './columns/columns.ts'
import { DataGridHead } from './data-grid-head.tsx'
import { DataGridRow } from './data-grid-row.tsx'
import css from './data-grid.module.css'
import { useRowWindow } from './row-window.ts'
import { rowId, useCursorInView } from './keys/use-cursor-in-view.ts'
import { useRowClicks } from './keys/use-row-clicks.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { t } from './words.ts'
import { Stack, Text } from '../layout/parts.tsx'
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
  const { label, columns, rows, store, idOf, rowHeight, isSelectable = false, maySelect, treeOf, instead } = props
  const grid = useRef<HTMLDivElement>(null)
  const isPrinted = useMedia(paper)
  const onPaper = isPrinted
    ? indexesOf(0, Math.min(rows.total ?? 0, printedMax) - 1).filter((index) => rows.at(index) !== undefined)
    : null
  const total = rows.total ?? firstSkeletons
  const count = instead ? 0 : (onPaper?.length ?? total)
  const view = useRowWindow(grid, { count, rowHeight, headHeight })
  const { first, last } = view
  const { show } = rows
  useEffect(() => show(first, last), [show, first, last])
  useCursorInView(grid, store, label, view)
  const { open, select } = useRowClicks(props)
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
      className={`${css.grid} scroller`}
      data-old={rows.isOld || undefined}
      style={{
        '--tracks': isSelectable ? `44px ${tracks}` : tracks,
        '--row': `${rowHeight}px`,
        '--lines': rowHeight < 50 ? 1 : 2,
        '--least': `${leastWidth}px`,
      }}
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
                columns={columns}
                store={store}
                isSelectable={isSelectable}
                maySelect={!row || !maySelect || maySelect(row)}
                onOpen={open}
                onSelect={select}
              />
            )
          })
        )}
      </div>
      {onPaper && onPaper.length < total && (
        <Text as="p" pad="2 5">
          {t('printedRows', {
            n: exactNumber(onPaper.length),
            total: exactNumber(total),
          })}
        </Text>
      )}
    </div>
  )
}

function indexesOf(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step)
}
