import { parse } from 'csv-parse/sync'
import { UnreadableFile } from '../file-kind.ts'
import type { SourceFile } from '../source-file.ts'
import { describeFile, textMax, wordsOf, type ReadDocument } from './document.ts'

/** Bytes that decide whether a file is text. */
const sampleLength = 64 * 1024
/** One in so many characters may be a control character: logs have some, programs and images have many. */
const controlsPer = 200

const delimiters = [',', ';', '\t', '|']
const headLines = 20
const columnNameMax = 100

/** Whether a file is text in an encoding that `SourceFile` knows: its start has hardly any control characters. */
export function isText(file: SourceFile): boolean {
  const [first, second] = file.bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const sample = isUtf16
    ? Array.from(file.text.slice(0, sampleLength), (character) => character.charCodeAt(0))
    : [...file.bytes.subarray(0, sampleLength)]
  return sample.length > 0 && sample.filter(isControl).length * controlsPer <= sample.length
}

/** Except white space, and the start of a colour in the log of a terminal. */
const isControl = (code: number) => (code < 0x20 && !(code >= 9 && code <= 13) && code !== 0x1b) || code === 0x7f

/**
 * The delimiter of a table in text; undefined for other text. Each of its first lines must have the same number of values, and its first
 * line must name the columns.
 */
export function delimiterOf(file: SourceFile): string | undefined {
  if (!isText(file)) return undefined
  const head = file.text.slice(0, sampleLength).split(/\r?\n/, headLines + 1)
  // The last line of the sample may be incomplete.
  const lines = head.slice(0, headLines).join('\n')
  return delimiters.find((delimiter) => isTable(rowsOf(lines, delimiter)))
}

function isTable(rows: string[][]): boolean {
  const [names = []] = rows
  return (
    rows.length > 1 &&
    names.length > 1 &&
    rows.every((row) => row.length === names.length) &&
    names.every((name) => name.trim() && name.length <= columnNameMax && !/[.:!?]\s*$/.test(name))
  )
}

/** None if the text is no table with this delimiter. */
function rowsOf(text: string, delimiter: string): string[][] {
  try {
    return parse(text, { delimiter, relax_column_count: true, skip_empty_lines: true, max_record_size: sampleLength })
  } catch {
    return []
  }
}

/** Reads a text. */
export const readText = (file: SourceFile): ReadDocument => describeText('txt', file)

/** Reads a table of values with delimiters (RFC 4180). */
export const readCsv = (file: SourceFile): ReadDocument & { columns: string[] } => ({
  ...describeText('csv', file),
  columns: rowsOf(file.text.slice(0, sampleLength).split(/\r?\n/, 1).join(), delimiterOf(file) ?? ',')[0] ?? [],
})

function describeText(type: string, { bytes, text }: SourceFile): ReadDocument {
  if (text.length > textMax) throw new UnreadableFile('tooLarge', `its text is longer than ${textMax} characters`)
  return { ...describeFile(type, bytes), ...wordsOf(text), text }
}
