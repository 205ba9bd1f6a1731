import { severities, type Severity } from '@signet/contract/threats/severities'
import { titleFieldOf, type AnySource, type Kind, type SourceField } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'

/** The maximum number of lines that the call accepts. */
export const linesMax = 200

/** One line in the form in which it will be sent. */
export interface ParsedLine {
  /** 1-based line number in the pasted text. */
  line: number
  fields: Record<string, string>
  /** Set when a column contains it. */
  threatType?: string
  severity?: Severity
  /** An invalid value in the line, found before anything is sent. */
  problem?: { column: string; value: string }
}

export interface ParsedLines {
  lines: ParsedLine[]
  /** Field names by column, in order. They may include `type` and `severity`. */
  columns: string[]
  hasHeader: boolean
}

/** The source, type and fields that are needed to parse the lines. */
export interface LineShape {
  kind: Kind
  source: AnySource
  threatType: string
  fields: readonly SourceField[]
}

/**
 * Parses pasted text: one threat per line, with values separated by tabs, semicolons or commas. A header line names the columns; without it
 * they are the title, followed by the other fields in their order.
 */
export function parseLines(text: string, { kind, source, threatType, fields }: LineShape): ParsedLines {
  const written = text.split(/\r?\n/).map((content, index) => ({ content, line: index + 1 }))
  const filled = written.filter(({ content }) => content.trim() !== '')
  const separator = separatorOf(filled.map(({ content }) => content))
  const rows = filled.map(({ content, line }) => ({ line, cells: cellsOf(content, separator) }))
  const title = titleFieldOf(source, threatType, {})
  const inOrder = [title, ...fields.map(({ field }) => field).filter((field) => field !== title)]
  const named = rows[0]?.cells.map((cell) => columnOf(cell, fields)) ?? []
  const hasHeader = named.length > 0 && named.every((column) => column !== null)
  const columns = hasHeader ? named : inOrder
  return {
    hasHeader,
    columns: columns.slice(0, Math.max(1, ...rows.map(({ cells }) => cells.length))),
    lines: (hasHeader ? rows.slice(1) : rows).map(({ line, cells }) =>
      lineOf(line, cells, columns, sourceInfoOf(kind, source).types),
    ),
  }
}

/** The separator that the lines have in common. A tab is preferred to a semicolon and that to a comma, because URLs may contain commas. */
function separatorOf(lines: readonly string[]): string | null {
  return ['\t', ';', ','].find((mark) => lines.some((line) => line.includes(mark))) ?? null
}

function cellsOf(line: string, separator: string | null): string[] {
  const cells = separator === null ? [line] : line.split(separator)
  return cells.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
}

/** The field, or `type` or `severity`, that a header names. */
function columnOf(word: string, fields: readonly SourceField[]): string | null {
  const wanted = word.toLowerCase()
  if (wanted === 'type' || wanted === 'severity') return wanted
  return fields.find(({ field, label }) => [field, label].some((name) => name.toLowerCase() === wanted))?.field ?? null
}

function lineOf(
  line: number,
  cells: readonly string[],
  columns: readonly string[],
  types: readonly string[],
): ParsedLine {
  const parsed: ParsedLine = { line, fields: {} }
  for (const [index, cell] of cells.entries()) {
    const column = columns[index]
    if (!column) {
      if (cell !== '') parsed.problem = { column: '', value: cell }
    } else if (column === 'type') {
      const type = types.find((one) => one.toLowerCase() === cell.toLowerCase())
      if (type) parsed.threatType = type
      else if (cell !== '') parsed.problem = { column, value: cell }
    } else if (column === 'severity') {
      const severity = severities.find((one) => one.toLowerCase() === cell.toLowerCase())
      if (severity) parsed.severity = severity
      else if (cell !== '') parsed.problem = { column, value: cell }
    } else if (cell !== '') parsed.fields[column] = undefanged(cell)
  }
  return parsed
}

/** An address with defanging removed. People share addresses as `hxxps://` and `[.]` so that nobody opens them by mistake. */
export function undefanged(text: string): string {
  return text
    .replace(/^hxxp/i, 'http')
    .replaceAll(/\[(\.|:|\/\/|@)\]/g, '$1')
    .replaceAll('[:]//', '://')
}
