import { decodedText } from '@signet/readers/decoded-text'
import { parse } from 'csv-parse/sync'
import { domainToUnicode } from 'node:url'
import type { LeakScope } from '../list/describe-leak.ts'
import { lineMaxBytes, type LineChunk } from './leak-file.ts'
import { readLoginLine } from './read-login-line.ts'
import { looksLikeBlocks, StealerBlocks } from './read-stealer-blocks.ts'
import type { LeakFormat } from './leak-formats.ts'

/** Credentials read from a file. */
export interface ReadLogin {
  url?: string | undefined
  username?: string | undefined
  /** What else the person is called there, if the file has a user name and an email address. */
  otherName?: string | undefined
  password?: string | undefined
}

/** Reads credentials from chunks of whole lines. */
export interface LeakReader {
  /** The credentials in those lines that may concern the company. */
  read(chunk: LineChunk): ReadLogin[]
  /** The credentials of the last lines, at the end of the file. */
  end(): ReadLogin[]
  /** Whether nothing is pending after the last chunk, so that reading could continue there later. */
  isBetween(): boolean
  lines: number
  tooLong: number
}

const newline = 0x0a

/** Detects the format of a file from its beginning. */
export function formatOf(beginning: string): LeakFormat {
  if (looksLikeBlocks(beginning)) return 'blocks'
  const [head = ''] = beginning.split(/\r\n|\n|\r/)
  return columnsOf(head) ? 'csv' : 'list'
}

/** @param head the first line, which names the columns of a CSV file */
export function readerFor(format: LeakFormat, scope: LeakScope, head: string): LeakReader {
  if (format === 'list') return listReader(scope)
  return format === 'blocks' ? blockReader() : csvReader(head)
}

/** Reads all credentials, whichever company they concern: slower for lists, because every line is parsed. */
export function wholeReaderFor(format: LeakFormat, head: string): LeakReader {
  if (format !== 'list') return format === 'blocks' ? blockReader() : csvReader(head)
  return byLine(
    (text) => readLoginLine(text) ?? [],
    () => [],
    () => true,
  )
}

/** Lists have many lines and few concern the company: only lines that contain one of its terms are extracted and parsed. */
function listReader(scope: LeakScope): LeakReader {
  const words = [...scope.domains, ...scope.logins, ...scope.apps].flatMap((word) => [
    word,
    domainToUnicode(word) || word,
  ])
  const inLatin = [...new Set(words)].map((word) => Buffer.from(word, 'utf8').toString('latin1'))
  const any = new RegExp(inLatin.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|'), 'gi')
  const reader: LeakReader = {
    lines: 0,
    tooLong: 0,
    isBetween: () => true,
    end: () => [],
    read(chunk) {
      reader.lines += countLines(chunk.bytes) + chunk.tooLong
      reader.tooLong += chunk.tooLong
      const found: ReadLogin[] = []
      if (inLatin.length === 0) return found
      const text = chunk.bytes.toString('latin1')
      any.lastIndex = 0
      for (let hit = any.exec(text); hit; hit = any.exec(text)) {
        const start = text.lastIndexOf('\n', hit.index) + 1
        const next = text.indexOf('\n', hit.index)
        const end = next === -1 ? text.length : next
        any.lastIndex = end
        if (end - start > lineMaxBytes) {
          reader.tooLong += 1
          continue
        }
        const login = readLoginLine(decodedText(chunk.bytes.subarray(start, end)))
        if (login) found.push(login)
      }
      return found
    },
  }
  return reader
}

function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) lines += 1
  return bytes.length > 0 && bytes.at(-1) !== newline ? lines + 1 : lines
}

/** Reads every line and calls the function with its text. */
function byLine(
  onLine: (text: string) => ReadLogin | ReadLogin[],
  last: () => ReadLogin | ReadLogin[],
  isBetween: () => boolean,
) {
  const reader: LeakReader = {
    lines: 0,
    tooLong: 0,
    isBetween,
    end: () => [last()].flat(),
    read({ bytes, start: fileStart, tooLong }) {
      reader.lines += tooLong
      reader.tooLong += tooLong
      const found: ReadLogin[] = []
      for (let start = 0; start < bytes.length;) {
        const next = bytes.indexOf(newline, start)
        const end = next === -1 ? bytes.length : next
        reader.lines += 1
        if (end - start > lineMaxBytes) reader.tooLong += 1
        else {
          const text = decodedText(bytes.subarray(start, end)).replace(/\r$/, '')
          found.push(...[onLine(fileStart + start === 0 ? text.replace(/^\u{FEFF}/u, '') : text)].flat())
        }
        start = end + 1
      }
      return found
    },
  }
  return reader
}

function blockReader(): LeakReader {
  const blocks = new StealerBlocks()
  return byLine(
    (text) => blocks.line(text) ?? [],
    () => blocks.end() ?? [],
    () => blocks.isBetween,
  )
}

type Column = 'url' | 'email' | 'username' | 'password'

/** The names that programs and dumps give their columns; the first that a file has counts. */
const columnNames: Record<Column, readonly string[]> = {
  url: ['url', 'host', 'hostname', 'website', 'domain', 'site', 'login uri', 'uri', 'web site'],
  email: ['email', 'e mail', 'mail', 'email address', 'user email'],
  username: ['username', 'user', 'login', 'user name', 'login name', 'user login', 'login username', 'account'],
  // Hashes last: some dumps have both.
  password:
    'password,pass,passwd,pwd,user password,user pass,login password,password hash,passwordhash,hashed password,encrypted password,hash'.split(
      ',',
    ),
}

interface Columns {
  delimiter: string
  count: number
  places: Record<Column, number>
}

/** Which columns of a CSV file contain which field; null if the line has no column names. */
export function columnsOf(head: string): Columns | null {
  for (const delimiter of [',', ';', '\t', '|']) {
    const names = (fieldsOf(head.replace(/^\u{FEFF}/u, '').trim(), delimiter) ?? []).map((name) =>
      name.trim().toLowerCase().replaceAll(/[_-]/g, ' '),
    )
    const place = (column: Column) =>
      columnNames[column].map((name) => names.indexOf(name)).find((at) => at !== -1) ?? -1
    const places = {
      url: place('url'),
      email: place('email'),
      username: place('username'),
      password: place('password'),
    }
    const hasName = places.username !== -1 || places.email !== -1
    if (hasName && (places.password !== -1 || places.url !== -1)) return { delimiter, count: names.length, places }
  }
  return null
}

/** Text between quotes may have this many lines; a quote that isn't closed by then costs its line only. */
const quotedLinesMax = 200

function csvReader(head: string): LeakReader {
  const columns = columnsOf(head)
  let isHead = true
  /** Lines since a quote that isn't closed yet. */
  let open: string[] = []
  const toLogin = (fields: readonly string[]): ReadLogin => {
    const of = (column: Column) => fields[columns?.places[column] ?? -1] || undefined
    const [username, otherName] = [of('email'), of('username')].filter((name) => name !== undefined)
    return { url: of('url'), username, otherName, password: of('password') }
  }
  const isRow = (fields: readonly string[] | null) => fields !== null && fields.length >= (columns?.count ?? 0)
  const closeOpen = () => {
    const rows = columns ? open.map((line) => fieldsOf(line, columns.delimiter, false)) : []
    open = []
    return rows.flatMap((fields) => (fields && isRow(fields) ? toLogin(fields) : []))
  }
  return byLine(
    (text) => {
      // The header is read again only if the file is read from its beginning; as a row it would contain no person.
      if (isHead && text.trim() === head.trim()) {
        isHead = false
        return []
      }
      if (!columns) return []
      const fields = fieldsOf(text, columns.delimiter)
      if (open.length === 0) {
        if (fields) return toLogin(fields)
        if (text.trim() !== '') open = [text]
        return []
      }
      // A complete row means that the quote before it was no beginning of a text.
      if (fields && isRow(fields)) return [...closeOpen(), toLogin(fields)]
      open.push(text)
      const joined = fieldsOf(open.join('\n'), columns.delimiter)
      if (joined && isRow(joined)) {
        open = []
        return toLogin(joined)
      }
      return open.length < quotedLinesMax ? [] : closeOpen()
    },
    closeOpen,
    () => open.length === 0,
  )
}

function fieldsOf(line: string, delimiter: string, quote: '"' | false = '"'): string[] | null {
  try {
    const [fields] = parse(line, { delimiter, quote, relax_quotes: true, relax_column_count: true })
    return fields ?? null
  } catch {
    // A quote isn't closed.
    return null
  }
}
