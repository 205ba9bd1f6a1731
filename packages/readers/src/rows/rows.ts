import { Buffer } from 'node:buffer'
import { UnreadableFile } from '../file-kind.ts'
import { csvRows } from './csv.ts'
import { readJsonRows, type JsonKind } from './json.ts'
import type { BrokenRow, FileRow } from './row.ts'
import { linesOf, textsOf, withLineFeeds } from './texts.ts'
import { xlsxRows } from './xlsx.ts'

export type { BrokenRow, FileRow, RowValue } from './row.ts'

/** What a file with rows is, by its content. */
export type RowKind = 'csv' | 'xlsx' | JsonKind

/** The rows of a file. */
export interface RowFile {
  kind: RowKind
  rows: AsyncIterable<FileRow | BrokenRow>
}

const headBytes = 64 * 1024
/** A workbook is read whole. */
const workbookMax = 64 * 1024 * 1024

/**
 * The rows of a table or a list: CSV, a workbook of Excel, JSON, JSON Lines, a bundle of STIX 2.1, or events of MISP. Tables, lists and
 * lines are read as they come, in constant memory.
 *
 * @throws UnreadableFile also while the rows are read
 */
export async function readRows(input: AsyncIterable<Buffer>): Promise<RowFile> {
  const iterator = input[Symbol.asyncIterator]()
  const head = await headOf(iterator)
  const chunks = startingWith(head, iterator)
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1')))
    return { kind: 'xlsx', rows: xlsxRows(await whole(chunks)) }
  if (head.subarray(0, 4096).includes(0) && !isUtf16(head)) throw new UnreadableFile('damaged', 'it is not a text')
  const texts = withLineFeeds(textsOf(chunks))
  const first = await texts.next()
  const text = first.value ?? ''
  const all = startingWith(text, texts)
  if (/^\s*[{[]/.test(text)) return readJsonRows(text, all)
  return { kind: 'csv', rows: csvRows(linesOf(all)) }
}

const isUtf16 = (head: Buffer) => (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)

async function headOf(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0)
  while (head.length < headBytes) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  return head
}

async function* startingWith<T>(first: T, rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield first
  for (;;) {
    const next = await rest.next()
    if (next.done) return
    yield next.value
  }
}

async function whole(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > workbookMax) throw new UnreadableFile('tooLarge', `it is larger than ${workbookMax} bytes`)
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}
