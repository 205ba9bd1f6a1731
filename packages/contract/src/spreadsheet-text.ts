// Also the full-width forms that some programs read as the plain ones.
const startsFormula = /^[=+\-@\t\r＝＋－＠]/

/**
 * Text for a cell of a file that no spreadsheet takes for a formula: what begins like one gets an apostrophe before it. Source: OWASP,
 * "CSV Injection" (2026-11-21).
 *
 * @param text e.g. '=1+1'
 * @returns e.g. "'=1+1"; other text as it is
 */
export function spreadsheetText(text: string): string {
  return startsFormula.test(text) ? `'${text}` : text
}
