import type { ReactNode } from 'react'
import css from './simple-table.module.css'
import { ScrollRegion } from '../layout/parts.tsx'

export interface SimpleColumn<T> {
  key: string
  label: string
  render: (row: T) => ReactNode
  /** Numbers are aligned to the end of their column. */
  isFigure?: boolean
  /** Hidden on phones, where the important columns need the room. */
  isWide?: boolean
  /** Text wraps if it would otherwise push out the other columns. */
  wraps?: boolean
}

interface SimpleTableProps<T> {
  /** The accessible name of the table. */
  label: string
  columns: readonly SimpleColumn<T>[]
  rows: readonly T[]
  idOf: (row: T) => string
  /** The current row, e.g. the one whose panel is open. */
  current?: string | undefined
  /** Height in pixels above which the table scrolls on its own. */
  maxHeightPx?: number
  /** On phones each row is a card, with the label next to each value. */
  isCards?: boolean
}

/** A table of fewer than 200 rows. The first column contains the row headers. On narrow screens the table scrolls, not the page. */
export function SimpleTable<T>({ label, columns, rows, idOf, current, maxHeightPx, isCards }: SimpleTableProps<T>) {
  return (
    <ScrollRegion
      className={css.scroll}
      style={maxHeightPx === undefined ? undefined : { maxHeight: maxHeightPx }}
      aria-label={label}
    >
      <table className={css.table} data-cards={isCards || undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" {...flagsOf(column)}>
                {column.label}
              </th>
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

function flagsOf({ isFigure, isWide, wraps }: Pick<SimpleColumn<never>, 'isFigure' | 'isWide' | 'wraps'>) {
  return { 'data-figure': isFigure || undefined, 'data-wide': isWide || undefined, 'data-wraps': wraps || undefined }
}
