/** What a cell of an export holds; an instant is a Date. */
export type Cell = string | number | Date | null

export interface Column {
  label: string
  /** Width in characters, where a format has widths. */
  width: number
}
