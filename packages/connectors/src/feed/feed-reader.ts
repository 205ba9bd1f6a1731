import { ConnectorError } from '../connector-error.ts'
import { type Collected, skipReason } from './collected.ts'
import { CsvReader } from './csv-reader.ts'
import type { FeedFormat } from './feed-format.ts'
import { type OnLine, Lines } from './lines.ts'
import { readListLine } from './list-reader.ts'
import { readQueryLine } from './query-log.ts'
import { findList, nameInRecord } from './record-names.ts'
import { ZoneReader } from './zone-reader.ts'

/** Receives the bytes of a document chunk by chunk. */
export interface FeedReader {
  push(chunk: Buffer): void
  end(): void
}

/** Longest line of a list or CSV file; browsers only accept shorter addresses. */
export const lineMax = 8 * 1024
/** A record of JSON Lines contains more than a name. */
const recordMax = 256 * 1024
/** A JSON document is parsed as a whole, so it takes several times its size in memory. */
const documentMax = 64 * 1024 * 1024

/** The reader for a format; it adds names and skips to `into`. */
export function feedReader(format: Exclude<FeedFormat, { kind: 'zip' }>, into: Collected): FeedReader {
  switch (format.kind) {
    case 'json':
      return documentReader(into)
    case 'list':
      return lineReader({ lineMax, isTrimmed: true }, into, (text, line) => readListLine(text, line, into))
    case 'json-lines':
      return lineReader({ lineMax: recordMax, isTrimmed: true }, into, (text, line) => readJsonLine(text, line, into))
    case 'zone': {
      const zone = new ZoneReader(into)
      return lineReader({ lineMax: recordMax, isTrimmed: false }, into, (text, line) => zone.readLine(text, line))
    }
    case 'query-log':
      return lineReader({ lineMax, isTrimmed: true }, into, (text, line) => readQueryLine(text, line, into))
    case 'csv':
      return csvReader(new CsvReader(format.layout, into), into)
    default:
      return format satisfies never
  }
}

function csvReader(csv: CsvReader, into: Collected): FeedReader {
  const lines = lineReader({ lineMax, isTrimmed: false }, into, (text, line) => csv.readLine(text, line))
  return {
    push: (chunk) => lines.push(chunk),
    end: () => {
      lines.end()
      csv.end()
    },
  }
}

function lineReader(options: { lineMax: number; isTrimmed: boolean }, into: Collected, onLine: OnLine): FeedReader {
  return new Lines(options, onLine, (line) => into.skip(line, `longer than ${options.lineMax / 1024} KiB`))
}

function readJsonLine(text: string, line: number, into: Collected): void {
  if (text === '') return
  const record = parseJson(text)
  const name = nameInRecord(record)
  if (name !== null) into.accept(name, line)
  else into.skip(line, record === undefined ? 'not JSON' : skipReason(text))
}

function documentReader(into: Collected): FeedReader {
  const parts: Buffer[] = []
  let size = 0
  return {
    push(chunk) {
      size += chunk.length
      if (size > documentMax) {
        throw new ConnectorError('JSON_TOO_LARGE', { feed: into.feed, megabytes: documentMax / 1024 ** 2 })
      }
      parts.push(chunk)
    },
    end() {
      const document = parseJson(Buffer.concat(parts).toString('utf8'))
      if (document === undefined) {
        throw new ConnectorError('JSON_INVALID', { feed: into.feed })
      }
      const list = findList(document)
      if (!list) throw new ConnectorError('JSON_WITHOUT_NAMES', { feed: into.feed })
      for (const [index, record] of list.entries()) {
        const name = nameInRecord(record)
        if (name !== null) into.accept(name, index + 1)
        else into.skip(index + 1, typeof record === 'string' ? skipReason(record) : 'no host in it')
      }
    },
  }
}

/** @returns `undefined`, which JSON can't contain, when the text is not JSON */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Each caller reports the error in its own words.
    return undefined
  }
}
