import type { ReactNode } from 'react'
import type { Sorting } from './columns/columns.ts'
import css from './simple-table.module.css'
import { SortButton } from './sort-button.tsx'
import { Explained } from '../text/explained.tsx'
import { ScrollRegion } from '../layout/parts.tsx'

export interface SimpleColumn<T, Sort extends string = never> {
  key: string
  label: string
  /** The definition of a figure, shown at its header. */
  about?: string
  /** The sort field; set when the header sorts. */
  sort?: Sort
  render: (row: T) => ReactNode
  /** Numbers are aligned to the end of their column. */
  isFigure?: boolean
  /** Hidden on phones, where the important columns need the room. */
  isWide?: boolean
  /** Text wraps if it would otherwise push out the other columns. */
  wraps?: boolean
}

interface SimpleTableProps<T, Sort extends string> {
  /** The accessible name of the table. */
  label: string
  columns: readonly SimpleColumn<T, Sort>[]
  rows: readonly T[]
  idOf: (row: T) => string
  /** The current row, e.g. the one whose panel is open. */
  current?: string | undefined
  /** Height in pixels above which the table scrolls on its own. */
  maxHeightPx?: number
  /** On phones each row is a card, with the label next to each value. */
  isCards?: boolean
  /** How the rows are sorted, for a table whose columns have sort fields. */
  sorting?: Sorting<Sort> | undefined
  onSort?: ((by: Sort) => void) | undefined
}

/** A table of fewer than 200 rows. The first column contains the row headers. On narrow screens the table scrolls, not the page. */
export function SimpleTable<T, Sort extends string = never>({
  label,
  columns,
  rows,
  idOf,
  current,
  maxHeightPx,
  isCards,
  sorting,
  onSort,
}: SimpleTableProps<T, Sort>) {
  return (
    <ScrollRegion
      className={current === undefined ? '' : css.marks}
      style={maxHeightPx === undefined ? undefined : { maxHeight: maxHeightPx }}
      aria-label={label}
    >
      <table className={css.table} data-cards={isCards || undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sorting={sorting} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)} data-current={idOf(row) === current || undefined}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.key} scope="row" {...flagsOf(column)}>
                    {column.render(row)}
                  </th>
                ) : (
                  <td key={column.key} data-label={isCards ? column.label : undefined} {...flagsOf(column)}>
                    {column.render(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function HeadCell<T, Sort extends string>({
  column,
  sorting,
  onSort,
}: { column: SimpleColumn<T, Sort> } & Pick<SimpleTableProps<T, Sort>, 'sorting' | 'onSort'>) {
  const { label, sort, about } = column
  const direction = sorting && sorting.by === sort ? sorting.direction : undefined
  return (
    <th scope="col" aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')} {...flagsOf(column)}>
      {about !== undefined ? (
        <Explained about={about}>{label}</Explained>
      ) : sort === undefined ? (
        label
      ) : (
        <SortButton label={label} direction={direction} onClick={() => onSort?.(sort)} />
      )}
    </th>
  )
}

function flagsOf({ isFigure, isWide, wraps }: Pick<SimpleColumn<never>, 'isFigure' | 'isWide' | 'wraps'>) {
  return { 'data-figure': isFigure || undefined, 'data-wide': isWide || undefined, 'data-wraps': wraps || undefined }
}
