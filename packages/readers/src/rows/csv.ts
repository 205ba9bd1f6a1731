import { parseRows, RecordSplitter, type CsvRecord } from '../exchange/csv-rows.ts'
import { areValues, numberedTitles, titlesOf, valuesOfCells, type BrokenRow, type FileRow } from './row.ts'
import type { TextLine } from './texts.ts'

const delimiters = [',', ';', '\t', '|']
/** Excel names the delimiter in the first line. */
const separatorLine = /^sep=(.)$/i
/** Records that are parsed at once. */
const batchSize = 500

/** The title of a first column may be the sign that comments begin with. */
const isComment = (line: string) => /^#(?![,;\t|])/.test(line) || separatorLine.test(line)

/** The rows of a CSV file. Lines that begin with `#` are comments; the first row has the titles, unless it has values. */
export async function* csvRows(lines: AsyncIterable<TextLine>): AsyncGenerator<FileRow | BrokenRow> {
  const splitter = new RecordSplitter(isComment)
  const table = new Table()
  let batch: CsvRecord[] = []
  for await (const { number, text } of lines) {
    const named = number === 1 && text !== null ? separatorLine.exec(text)?.[1] : undefined
    if (named !== undefined) table.delimiter = named
    // Its place is kept, so that the numbers of the lines after it are right.
    batch.push(...splitter.add(text ?? ''))
    if (text === null) {
      yield* table.rows(batch)
      batch = []
      yield { line: number, broken: 'tooLong' }
    }
    if (batch.length >= batchSize) {
      yield* table.rows(batch)
      batch = []
    }
  }
  yield* table.rows([...batch, ...splitter.end()])
}

class Table {
  delimiter: string | undefined
  /** Whether there is one column, whose addresses may contain delimiters. */
  #isList: boolean | undefined
  #titles: string[] | undefined;

  *rows(records: readonly CsvRecord[]): Generator<FileRow | BrokenRow> {
    const [first] = records
    if (!first) return
    this.delimiter ??= delimiterOf(first.text ?? '')
    const { delimiter } = this
    const texts = records.flatMap(({ text }) => text ?? [])
    this.#isList ??= isList(texts, delimiter)
    const together = parseRows(texts.join('\n'), delimiter)
    // A quote in an unexpected place can merge records; then each is read alone.
    const isWhole = together?.length === texts.length
    let next = 0
    for (const { line, text } of records) {
      const cells = text === null ? undefined : isWhole ? together[next] : parseRows(text, delimiter)?.[0]
      if (text !== null) next += 1
      if (cells) yield* this.#row(line, this.#isList && text !== null && isAddress(text) ? [text] : cells)
      else yield { line, broken: 'quoteOpen' }
    }
  }

  *#row(line: number, cells: readonly string[]): Generator<FileRow> {
    if (!this.#titles) {
      const hasTitles = !areValues(cells)
      this.#titles = hasTitles ? titlesOf(cells) : numberedTitles(cells)
      if (hasTitles) return
    }
    const values = valuesOfCells(this.#titles, cells)
    if (Object.keys(values).length > 0) yield { line, values }
  }
}

const isAddress = (text: string) => /^\s*(?:https?|hxxps?):\/\/\S+\s*$/i.test(text)

/** Whether the first record has one cell, or is an address with a delimiter among others without. */
function isList(texts: readonly string[], delimiter: string): boolean {
  const [first = ''] = texts
  const alone = texts.filter((text) => !text.includes(delimiter))
  return !first.includes(delimiter) || (isAddress(first) && alone.length * 2 > texts.length)
}

/** The one that occurs most often in the first record. */
function delimiterOf(record: string): string {
  const counts = delimiters.map((delimiter) => record.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}
