import { parse } from 'csv-parse/sync'
import { type Collected, skipReason } from './collected.ts'
import { nameIn } from './host-name.ts'
import { isComment } from './list-reader.ts'
import { nameColumn } from './record-names.ts'

/** The layout of a CSV file. */
export interface CsvLayout {
  delimiter: string
  /** 0-based column of the name. */
  column: number
  hasHeader: boolean
}

const delimiters = [',', ';', '\t', '|']
const samplesMax = 50
/** At least this share of lines must have as many cells as the first. */
const widthShareMin = 0.8
const agreeingMin = 3
/** A quoted field may contain line ends; one that spans more lines than this was never closed. */
const recordLinesMax = 20

/**
 * Recognises CSV by the first lines of a file: by a title in the first line (or in the comment before the data, as in some feeds),
 * otherwise by a column that contains names.
 *
 * @returns `null` when the lines are not CSV
 */
export function csvLayout(lines: readonly string[]): CsvLayout | null {
  const samples = lines.filter(isData).slice(0, samplesMax)
  const first = samples[0]
  if (first === undefined) return null
  const remark = lines[lines.indexOf(first) - 1]?.replace(/^[#!/\s]+/, '') ?? ''

  // A single column with a title has no delimiter.
  if (nameColumn(cells(first, ',')) !== -1 && cells(first, ',').length === 1) {
    return { delimiter: ',', column: 0, hasHeader: true }
  }
  for (const delimiter of delimiters) {
    const rows = samples.map((line) => cells(line, delimiter))
    const top = cells(first, delimiter)
    const width = top.length
    if (width < 2) continue
    const titled = nameColumn(top)
    if (titled !== -1) return { delimiter, column: titled, hasHeader: true }
    const remarked = cells(remark, delimiter)
    const inRemark = remarked.length === width ? nameColumn(remarked) : -1
    if (inRemark !== -1) return { delimiter, column: inRemark, hasHeader: false }
    const matching = rows.filter((row) => row.length === width).length
    if (matching < rows.length * widthShareMin) continue
    // Addresses may contain commas, so lines that are valid names as a whole only count as columns if all lines agree.
    const isList = samples.every((line) => nameIn(line.trim()) !== null)
    if (isList && (matching < rows.length || rows.length < agreeingMin)) continue
    const column = fullestColumn(rows, width)
    if (column !== -1) return { delimiter, column, hasHeader: nameIn((top[column] ?? '').trim()) === null }
  }
  return null
}

function isData(line: string): boolean {
  return line.trim() !== '' && !isComment(line.trim())
}

/** The column with the most names, if at least half of its cells are names. */
function fullestColumn(rows: string[][], width: number): number {
  let best = -1
  let most = rows.length / 2 - 1
  for (let column = 0; column < width; column += 1) {
    const count = rows.filter((row) => nameIn((row[column] ?? '').trim()) !== null).length
    if (count > most && count > 0) [best, most] = [column, count]
  }
  return best
}

/**
 * Reads CSV line by line. A record may span lines in quotes. If a quote is never closed, only its line is lost, whereas a parser of the
 * whole stream would swallow the rest of the file.
 */
export class CsvReader {
  readonly #layout: CsvLayout
  readonly #into: Collected
  #isHeaderDue: boolean
  #open: { text: string; line: number }[] = []

  constructor(layout: CsvLayout, into: Collected) {
    this.#layout = layout
    this.#into = into
    this.#isHeaderDue = layout.hasHeader
  }

  readLine(text: string, line: number): void {
    if (this.#open.length === 0) {
      if (text.trim() === '' || isComment(text.trim())) return
      if (isBalanced(text)) return this.#readRecord(text, line)
    }
    this.#open.push({ text, line })
    const record = this.#open.map((part) => part.text).join('\n')
    const [first, second] = this.#open
    if (first && second && isBalanced(record)) {
      this.#open = []
      this.#readRecord(record, first.line)
    } else if (this.#open.length === recordLinesMax) this.#giveUp()
  }

  end(): void {
    while (this.#open.length > 0) this.#giveUp()
  }

  /** Skips the line that opened the quote and reads the following lines again. */
  #giveUp(): void {
    const [broken, ...rest] = this.#open
    this.#open = []
    if (broken) this.#into.skip(broken.line, 'a quote that is never closed')
    for (const { text, line } of rest) this.readLine(text, line)
  }

  #readRecord(text: string, line: number): void {
    if (this.#isHeaderDue) {
      this.#isHeaderDue = false
      return
    }
    const cell = cells(text, this.#layout.delimiter)[this.#layout.column]?.trim() ?? ''
    const name = text.includes('\0') ? null : nameIn(cell)
    if (name === null) this.#into.skip(line, skipReason(text))
    else this.#into.accept(name, line)
  }
}

function isBalanced(text: string): boolean {
  let count = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count += 1
  return count % 2 === 0
}

function cells(record: string, delimiter: string): string[] {
  if (!record.includes('"')) return record.split(delimiter)
  try {
    const rows: string[][] = parse(record, { delimiter, relax_quotes: true, relax_column_count: true, trim: true })
    return rows[0] ?? []
  } catch {
    // With quotes in unexpected positions, a plain split finds the name where a strict parser finds nothing.
    return record.split(delimiter)
  }
}
