// Includes the full-width forms, which some programs treat like the plain ones.
const startsFormula = /^[=+\-@\t\r＝＋－＠]/

/**
 * Text for a cell of a file that no spreadsheet interprets as a formula: text that begins like one gets a leading apostrophe. Source:
 * OWASP, "CSV Injection" (2026-11-21).
 *
 * @param text e.g. '=1+1'
 * @returns e.g. "'=1+1"; other text unchanged
 */
export function spreadsheetText(text: string): string {
  return startsFormula.test(text) ? `'${text}` : text
}
