/** What a cell of an export holds; an instant is a Date. */
export type Cell = string | number | Date | null

export interface Column {
  label: string
  /** Width in characters, where a format has widths. */
  width: number
}

// Also the full-width forms that some programs read as the plain ones.
const startsFormula = /^[=+\-@\t\r＝＋－＠]/

/**
 * Text that no spreadsheet takes for a formula: what begins like one gets an apostrophe before it. Source: OWASP, "CSV Injection"
 * (2026-11-21).
 */
export function safeText(text: string): string {
  return startsFormula.test(text) ? `'${text}` : text
}
