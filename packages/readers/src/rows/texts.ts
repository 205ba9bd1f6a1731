import { Buffer, isAscii } from 'node:buffer'
import { rowLengthMax } from './row.ts'

/** A line without its end; null if it is longer than allowed. */
export interface TextLine {
  /** Counted from 1. */
  number: number
  text: string | null
}

/**
 * The text of a file, decoded by its byte order mark, else as UTF-8, else as Windows-1252. The first letters outside ASCII decide, wherever
 * in the file they are.
 */
export async function* textsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true })
      continue
    }
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    if (isAscii(bytes)) {
      yield bytes.toString('latin1')
      continue
    }
    const encoding = encodingOf(bytes, true)
    held = encoding ? Buffer.alloc(0) : bytes
    if (!encoding) continue
    decoder = new TextDecoder(encoding)
    yield decoder.decode(bytes, { stream: true })
  }
  if (held.length > 0) yield new TextDecoder(encodingOf(held, false) ?? 'utf-8').decode(held)
  const rest = decoder?.decode()
  if (rest) yield rest
}

/** @returns null if the only letter outside ASCII is cut off at the end, and more bytes may follow */
function encodingOf(head: Buffer, hasMore: boolean): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: hasMore })
    return hasMore && isAscii(Buffer.from(text)) && head[0] !== 0xef ? null : 'utf-8'
  } catch {
    // Not UTF-8; Windows-1252 has a character for each byte.
    return 'windows-1252'
  }
}

/** A text whose lines end with LF, also if they end with CR alone. The first piece decides. */
export async function* withLineFeeds(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let hasReturns: boolean | undefined
  for await (const text of texts) {
    hasReturns ??= text.includes('\r') && !text.includes('\n')
    yield hasReturns ? text.replaceAll('\r', '\n') : text
  }
}

/** The lines of a text. */
export async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let held = ''
  let isTooLong = false
  let number = 0
  const lineOf = (end: string): TextLine => {
    number += 1
    const text = held + end
    const line = { number, text: isTooLong || text.length > rowLengthMax ? null : text.replace(/\r$/, '') }
    held = ''
    isTooLong = false
    return line
  }
  for await (const text of texts) {
    let from = 0
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      yield lineOf(text.slice(from, at))
      from = at + 1
    }
    held += text.slice(from)
    if (held.length > rowLengthMax) {
      isTooLong = true
      held = ''
    }
  }
  if (held !== '' || isTooLong) yield lineOf('')
}
