import { ConnectorError } from '../connector-error.ts'
import { type CsvLayout, csvLayout } from './csv-reader.ts'
import { isQueryLog } from './query-log.ts'
import { isZone } from './zone-reader.ts'

/** The format of a feed's document. */
export type FeedFormat =
  | { kind: 'list' }
  | { kind: 'json' }
  | { kind: 'json-lines' }
  | { kind: 'csv'; layout: CsvLayout }
  /** A zone file, or a response policy zone. */
  | { kind: 'zone' }
  /** The query log of a resolver. */
  | { kind: 'query-log' }
  /** An archive of documents, each in a format of its own. */
  | { kind: 'zip' }

/** Number of bytes at the start that are used to detect the format. */
export const headBytes = 64 * 1024

/** First bytes of files that are provided instead of a list by mistake. */
const signatures: [kind: string, hex: string][] = [
  ['sevenZip', '377abcaf'],
  ['xz', 'fd377a58'],
  ['zstd', '28b52ffd'],
  ['bzip2', '425a68'],
  ['pdf', '25504446'],
  ['image', '89504e47'],
  ['image', 'ffd8ff'],
  ['utf16', 'fffe'],
  ['utf16', 'feff'],
]
const markup = /^<(?:!doctype|html|head|body|script|!--|\?xml|rss|feed|svg)\b|^<(?:!--|\?xml)/i
/** A broken line may contain a few control characters, but text does not consist of them. */
const controlShareMax = 0.1

/**
 * Detects the format of a feed from its first bytes, without the byte order mark.
 *
 * @param isWhole true when the head is the whole document
 * @throws ConnectorError `changed_format` when it is not text that could contain names
 */
export function feedFormat(head: Buffer, isWhole: boolean, feed: string): FeedFormat {
  if (isZip(head)) return { kind: 'zip' }
  const known = signatures.find(([, hex]) => head.subarray(0, hex.length / 2).toString('hex') === hex)
  if (known) throw new ConnectorError('FEED_OF_OTHER_KIND', { feed, kind: known[0] })
  if (controlShare(head) > controlShareMax) throw new ConnectorError('FEED_OF_OTHER_KIND', { feed, kind: 'binary' })
  const text = head.toString('utf8')
  const start = text.trimStart()
  if (markup.test(start)) throw new ConnectorError('FEED_OF_OTHER_KIND', { feed, kind: 'markup' })

  const lines = text.split('\n')
  // The last line may be cut off.
  if (!isWhole && lines.length > 1) lines.pop()
  if (start.startsWith('{')) return isJsonLines(lines) ? { kind: 'json-lines' } : { kind: 'json' }
  if (/^\[\s*(?:["{[\]]|$)/.test(start)) return { kind: 'json' }
  const plain = lines.map((line) => line.replace(/\r$/, ''))
  if (isZone(plain)) return { kind: 'zone' }
  if (isQueryLog(plain)) return { kind: 'query-log' }
  const layout = csvLayout(plain)
  return layout ? { kind: 'csv', layout } : { kind: 'list' }
}

/** Starts with the first entry of an archive, or with the end of an empty one. */
function isZip(head: Buffer): boolean {
  const start = head.subarray(0, 4).toString('hex')
  return start === '504b0304' || start === '504b0506'
}

/** One object per line; a single line with one object is a document. */
function isJsonLines(lines: readonly string[]): boolean {
  const [first = '', second] = lines.filter((line) => line.trim() !== '')
  return second !== undefined && second.trimStart().startsWith('{') && parsesAsJson(first)
}

function parsesAsJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // It is the first line of a document that spans several lines.
    return false
  }
}

function controlShare(head: Buffer): number {
  let count = 0
  for (const byte of head) if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) count += 1
  return head.length === 0 ? 0 : count / head.length
}
