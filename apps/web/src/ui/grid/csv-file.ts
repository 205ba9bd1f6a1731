import { spreadsheetText } from '@signet/contract/reports/spreadsheet-text'

/** A cell of a CSV file, quoted when needed. A text that a spreadsheet would run as a formula gets an apostrophe in front. */
export function csvCell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : spreadsheetText(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A header and rows as CSV (RFC 4180). */
export function csvText(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, ...rows].map((cells) => cells.map(csvCell).join(',')).join('\r\n')
}

/** Downloads a text as a file. */
export function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
