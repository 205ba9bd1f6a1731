import { Readable } from 'node:stream'
import type { NameObservation } from '@signet/contract/findings'
import { bundledFeed, readBundledFeed } from './bundled-feed.ts'
import { Collected, type FeedReport, newFeedReport } from './collected.ts'
import { feedFormat, headBytes } from './feed-format.ts'
import { feedReader } from './feed-reader.ts'
import { openFeedSource, peek, unpacked, unpackedMax } from './feed-source.ts'

export interface FeedOptions {
  /** Name for the observations; by default the host, the file's name, `stdin` or `eth-phishing-detect`. */
  feed?: string
  /** Filled while reading; make it with `newFeedReport`. */
  report?: FeedReport
  /** What the location `-` reads. */
  stdin?: Readable
  /** Most names in a batch, 1 to 5,000. */
  batchMax?: number
  /** The `etag` of the last reading: an unchanged document yields nothing and sets `isNotModified`. */
  etag?: string
  /** Exceptions from the rules for outbound requests, as `host:port`. */
  allowAddress?: readonly string[]
  headersTimeoutMs?: number
  signal?: AbortSignal
}

const batchLimit = 5_000

/**
 * Reads a feed of names: a file, `-` for stdin, an `http(s)://` address, or `bundled`.
 *
 * The format is told from the start of the document: a plain list (one domain or URL a line, hosts file or ad blocker
 * rules), CSV, JSON or JSON Lines, each also packed with gzip. Lists, CSV and JSON Lines of any length are read with
 * flat memory, a single JSON document up to 64 MB, a fetched document up to 256 MB. Lines without a name are counted in
 * the report and left out.
 *
 * @returns batches in the order of the document; what was yielded before an error is good
 * @throws ConnectorError `changed_format` when the document is no list of names at all; `unreachable` when it cannot be
 *   opened or breaks off; `throttled`, `unauthorised` and `refused` as `guardedFetch`
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

  const source = await openFeedSource(location, stdin, fetchOptions)
  report.isNotModified = source.isNotModified
  if (source.etag !== undefined) report.etag = source.etag
  if (source.isNotModified) return report

  const collected = new Collected(options.feed ?? source.name, report)
  const data = withoutMark(unpacked(source.chunks, collected.feed, unpackedMax(location)))
  const [head, chunks, isWhole] = await peek(data, headBytes)
  try {
    const reader = feedReader(
      feedFormat(head.subarray(0, headBytes), isWhole && head.length <= headBytes, collected.feed),
      collected,
    )
    for await (const chunk of chunks) {
      reader.push(chunk)
      yield* collected.take(batchMax, false)
    }
    reader.end()
    yield* collected.take(batchMax, true)
    return report
  } finally {
    await data.return()
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
