import { Readable } from 'node:stream'
import type { NameObservation } from '@signet/contract/threats/findings'
import { ConnectorError } from '../connector-error.ts'
import type { ResolveHost } from '../public-address.ts'
import { bundledFeed, readBundledFeed } from './bundled-feed.ts'
import { Collected, type FeedReport, newFeedReport } from './collected.ts'
import { type FeedFormat, feedFormat, headBytes } from './feed-format.ts'
import { feedReader } from './feed-reader.ts'
import { openFeedSource, peek, unpacked, unpackedMax } from './feed-source.ts'
import { zipEntries } from './zip-reader.ts'

/** How a feed is read, and the report of its counts. */
export interface FeedOptions {
  /** Name for the observations; by default the host, the file's name, `stdin` or `eth-phishing-detect`. */
  feed?: string
  /** Filled while reading; create it with `newFeedReport`. */
  report?: FeedReport
  /** The stream that the location `-` reads. */
  stdin?: Readable
  /** Maximum number of names in a batch, 1 to 5,000. */
  batchMax?: number
  /** The `etag` of the last reading: an unchanged document yields nothing and sets `isNotModified`. */
  etag?: string
  /** The `lastModified` of the last reading, for servers without an `etag`. */
  lastModified?: string
  /** Additional request headers, such as a key. */
  headers?: Record<string, string>
  /** Exceptions from the rules for outbound requests, as `host:port`. */
  allowAddress?: readonly string[]
  lookup?: ResolveHost | undefined
  /** Largest fetched document in bytes; 256 MB by default. */
  sizeMax?: number
  headersTimeoutMs?: number
  signal?: AbortSignal
}

const batchLimit = 5_000
/** How long to wait for more standard input before detecting its format. */
const quietMs = 200
/** Maximum number of bytes that gzip data inside an archive may decompress to. */
const unpackedOfEntryMax = 2 * 1024 * 1024 * 1024

/**
 * Reads a feed of names: a file, `-` for stdin, an `http(s)://` address, or `bundled`.
 *
 * The format is detected from the start of the document: a plain list (one domain or URL per line, hosts file or ad blocker rules), CSV,
 * JSON or JSON Lines, a zone file or response policy zone, or a resolver's query log; each of them plain, gzipped or in a zip archive,
 * whose documents are read one after the other. Except for a single JSON document (64 MB) and an archive (128 MB), documents of any length
 * are read with constant memory; a fetched document may have up to 256 MB. Lines without a name are counted in the report and left out.
 *
 * @returns batches in the order of the document; batches yielded before an error are valid
 * @throws ConnectorError `changed_format` when the document is not a list of names; `unreachable` when it can't be opened or is
 *   interrupted; `throttled`, `unauthorised` and `refused` as `guardedFetch`
 */
export async function* readFeed(
  location: string,
  options: FeedOptions = {},
): AsyncGenerator<NameObservation[], FeedReport, undefined> {
  const { report = newFeedReport(), stdin = Readable.from([]), ...fetchOptions } = options
  const batchMax = Math.min(Math.max(1, options.batchMax ?? batchLimit), batchLimit)
  if (location === 'bundled') {
    const collected = new Collected(options.feed ?? bundledFeed, report)
    await readBundledFeed(collected)
    yield* collected.take(batchMax, true)
    return report
  }

  const opened = await openFeed(location, { ...fetchOptions, stdin, report })
  if (opened) yield* readOpened(opened, { ...options, report })
  return report
}

/** A feed with a detected format, of which nothing has been consumed yet. */
export interface OpenedFeed {
  /** The default name of the feed. */
  name: string
  format: FeedFormat
  /** The whole document, decompressed and without a byte order mark. */
  chunks: AsyncGenerator<Buffer, void, undefined>
}

/**
 * Opens a feed and detects its format; see `readFeed`, which also reads it.
 *
 * If standard input pauses for a while, the format is detected from the data so far, so that a slow stream is not delayed.
 *
 * @returns `null` for a document that has not changed since `etag`
 */
export async function openFeed(
  location: string,
  options: Omit<FeedOptions, 'batchMax'> = {},
): Promise<OpenedFeed | null> {
  const { report = newFeedReport(), stdin = Readable.from([]), ...fetchOptions } = options
  const source = await openFeedSource(location, stdin, fetchOptions)
  report.isNotModified = source.isNotModified
  if (source.etag !== undefined) report.etag = source.etag
  if (source.lastModified !== undefined) report.lastModified = source.lastModified
  if (source.isNotModified) return null

  const name = options.feed ?? source.name
  return openDocument(name, source.chunks, unpackedMax(location), location === '-' ? quietMs : undefined)
}

async function openDocument(
  name: string,
  source: AsyncIterable<Buffer>,
  sizeMax: number,
  quiet?: number,
): Promise<OpenedFeed> {
  const data = withoutMark(unpacked(source, name, sizeMax))
  const [head, chunks, isWhole] = await peek(data, headBytes, quiet)
  try {
    const format = feedFormat(head.subarray(0, headBytes), isWhole && head.length <= headBytes, name)
    return { name, format, chunks: closing(chunks, data) }
  } catch (error) {
    await data.return()
    throw error
  }
}

/** Like `readFeed`, for an opened feed. */
export async function* readOpened(
  opened: OpenedFeed,
  options: Pick<FeedOptions, 'report' | 'batchMax'> = {},
): AsyncGenerator<NameObservation[], void, undefined> {
  const batchMax = Math.min(Math.max(1, options.batchMax ?? batchLimit), batchLimit)
  const { report = newFeedReport() } = options
  const { name, format, chunks } = opened
  if (format.kind !== 'zip') {
    yield* readDocument(format, chunks, new Collected(name, report), batchMax)
    return
  }
  for await (const entry of zipEntries(chunks, name)) {
    const label = `${name}/${entry.name}`
    const inner = await openDocument(label, entry.chunks, unpackedOfEntryMax)
    if (inner.format.kind === 'zip') throw new ConnectorError('ZIP_IN_ZIP', { feed: label })
    yield* readDocument(inner.format, inner.chunks, new Collected(label, report), batchMax)
  }
}

async function* readDocument(
  format: Exclude<FeedFormat, { kind: 'zip' }>,
  chunks: AsyncIterable<Buffer>,
  collected: Collected,
  batchMax: number,
): AsyncGenerator<NameObservation[], void, undefined> {
  const reader = feedReader(format, collected)
  try {
    for await (const chunk of chunks) {
      reader.push(chunk)
      yield* collected.take(batchMax, false)
    }
  } catch (error) {
    // The error names the line where reading stopped, to help inspect the file.
    const { feed, line } = collected
    if (!(error instanceof ConnectorError) || line === 0 || error.kind === 'refused') throw error
    if (error.reason === 'FEED_WITHOUT_NAMES') throw error
    const reason = error.kind === 'changed_format' ? 'FEED_DAMAGED_AFTER' : 'FEED_BROKEN_OFF'
    throw new ConnectorError(reason, { feed, line }, { retryAt: error.retryAt, cause: error })
  }
  reader.end()
  yield* collected.take(batchMax, true)
}

/** Yields the chunks and closes their source. */
async function* closing(
  chunks: AsyncGenerator<Buffer, void, undefined>,
  source: AsyncGenerator<Buffer, void, undefined>,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* chunks
  } finally {
    await source.return()
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const [head, all] = await peek(chunks, byteOrderMark.length)
  let isFirst = head.subarray(0, byteOrderMark.length).equals(byteOrderMark)
  for await (const chunk of all) {
    yield isFirst ? chunk.subarray(byteOrderMark.length) : chunk
    isFirst = false
  }
}
