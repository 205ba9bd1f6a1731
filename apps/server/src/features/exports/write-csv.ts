import { spreadsheetText } from '@signet/contract/reports/spreadsheet-text'
import { stringify } from 'csv-stringify/sync'
import type { Cell, Column } from '../exported-lists/cells.ts'

const lines = (rows: string[][]) => Buffer.from(stringify(rows, { record_delimiter: 'windows' }))

/** A table as CSV (RFC 4180): UTF-8 with a byte order mark for spreadsheets, instants as ISO 8601 in UTC. */
export async function* writeCsv(columns: readonly Column[], batches: AsyncIterable<Cell[][]>): AsyncGenerator<Buffer> {
  yield Buffer.from('\uFEFF')
  yield lines([columns.map(({ label }) => label)])
  for await (const rows of batches) if (rows.length > 0) yield lines(rows.map((row) => row.map(cellText)))
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'number' ? String(cell) : spreadsheetText(cell)
}
