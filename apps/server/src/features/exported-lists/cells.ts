/** The value of a cell in an export; an instant is a Date. */
export type Cell = string | number | Date | null

export interface Column {
  label: string
  /** Width in characters, for formats with column widths. */
  width: number
}
