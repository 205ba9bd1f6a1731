/** A cell of a CSV file: quoted when needed; what a spreadsheet would run as a formula begins with an apostrophe. */
export function csvCell(value: string | number): string {
  const text = String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of cells as CSV (RFC 4180). */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((cells) => cells.map(csvCell).join(',')).join('\r\n')
}
