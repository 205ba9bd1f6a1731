import { parse } from 'csv-parse/sync'

/** A cell in quotes may contain line ends; one that spans more lines than this was never closed. */
const recordLinesMax = 100
/** Records that are parsed at once. */
const batchSize = 1000

/** The rows of a CSV file, and the number of records that could not be read. */
export interface CsvRows {
  rows: string[][]
  skipped: number
}

/**
 * Reads CSV (RFC 4180). A quote that is never closed costs its own line, not the rest of the file.
 *
 * @param isComment whether a line outside a record is none
 */
export function readCsvRows(text: string, delimiter: string, isComment = (_line: string): boolean => false): CsvRows {
  const { records, skipped } = splitRecords(text, isComment)
  const all: CsvRows = { rows: [], skipped }
  for (let from = 0; from < records.length; from += batchSize) {
    const batch = records.slice(from, from + batchSize)
    const rows = parseRows(batch.join('\n'), delimiter)
    // A quote in an unexpected place can merge records; then each is read alone.
    if (rows?.length === batch.length) all.rows.push(...rows)
    else readAlone(batch, delimiter, all)
  }
  return all
}

function readAlone(records: readonly string[], delimiter: string, into: CsvRows): void {
  for (const record of records) {
    const rows = parseRows(record, delimiter)
    if (rows?.length === 1) into.rows.push(...rows)
    else into.skipped += 1
  }
}

/** The rows of a text; null if it can't be parsed. */
export function parseRows(text: string, delimiter: string): string[][] | null {
  try {
    const rows: string[][] = parse(text, { delimiter, relax_quotes: true, relax_column_count: true })
    return rows
  } catch {
    // The caller reads the records alone, or counts this one as skipped.
    return null
  }
}

/** The records of a file as text. */
function splitRecords(text: string, isComment: (line: string) => boolean): { records: string[]; skipped: number } {
  const splitter = new RecordSplitter(isComment)
  const all = [...text.split(/\r?\n/).flatMap((line) => splitter.add(line)), ...splitter.end()]
  const records = all.flatMap((record) => record.text ?? [])
  return { records, skipped: all.length - records.length }
}

/** A record with the number of its first line, counted from 1; its text is null if a quote of it is never closed. */
export interface CsvRecord {
  line: number
  text: string | null
}

/** Joins the lines of a CSV file to records: a record goes on while a quote is open. Empty lines and comments are left out. */
export class RecordSplitter {
  readonly #isComment: (line: string) => boolean
  #held: string[] = []
  #line = 1

  /** @param isComment whether a line outside a record is none */
  constructor(isComment: (line: string) => boolean) {
    this.#isComment = isComment
  }

  /** The records that are complete with the next line. */
  add(line: string): CsvRecord[] {
    this.#held.push(line)
    return this.#take(false)
  }

  /** The records that remain at the end of the file. */
  end(): CsvRecord[] {
    return this.#take(true)
  }

  #take(isEnd: boolean): CsvRecord[] {
    const records: CsvRecord[] = []
    while (this.#held.length > 0) {
      const [first = ''] = this.#held
      const isBlank = first.trim() === '' || this.#isComment(first)
      const count = isBlank ? 1 : linesOfRecord(this.#held, 0)
      if (count === 0 && !isEnd && this.#held.length < recordLinesMax) break
      const lines = this.#held.splice(0, Math.max(count, 1))
      if (!isBlank) records.push({ line: this.#line, text: count === 0 ? null : lines.join('\n') })
      this.#line += lines.length
    }
    return records
  }
}

/** The number of lines of the record that starts here; 0 if a quote of it is never closed. */
function linesOfRecord(lines: readonly string[], from: number): number {
  let isOpen = false
  for (let count = 1; count <= recordLinesMax && from + count <= lines.length; count += 1) {
    if (hasOddQuotes(lines[from + count - 1] ?? '')) isOpen = !isOpen
    if (!isOpen) return count
  }
  return 0
}

function hasOddQuotes(line: string): boolean {
  let isOdd = false
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) isOdd = !isOdd
  return isOdd
}

/** Finds cells of a row by the titles of its columns. */
export function columnsOf(titles: readonly string[]): (row: readonly string[], title: string) => string {
  const columns = new Map(titles.map((title, column) => [title.trim().toLowerCase(), column]))
  return (row, title) => {
    const column = columns.get(title)
    return column === undefined ? '' : (row[column] ?? '')
  }
}
