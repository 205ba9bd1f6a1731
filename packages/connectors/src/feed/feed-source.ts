import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { minuteMs } from '@signet/contract/time'
import { ConnectorError } from '../connector-error.ts'
import { ratioFloor, ratioMax, tooDense } from './zip-reader.ts'
import { guardedFetch, type GuardedFetchOptions } from '../guarded-fetch.ts'

/** An opened document of a feed: bytes that have not been decompressed yet. */
export interface FeedSource {
  chunks: AsyncIterable<Buffer>
  /** The default name of the feed: the host, or the file's name without its gzip extension. */
  name: string
  isNotModified: boolean
  etag?: string
  lastModified?: string
}

/** How a feed is fetched. */
export type FeedFetchOptions = Pick<
  GuardedFetchOptions,
  'allowAddress' | 'etag' | 'lastModified' | 'headers' | 'headersTimeoutMs' | 'lookup' | 'signal' | 'sizeMax'
>

/** Large enough that reading takes negligible time compared with parsing; larger chunks only increase peak memory. */
const chunkBytes = 256 * 1024
/** The largest document read over the network, after decompression. */
const fetchedMax = 256 * 1024 * 1024
/** The time includes the caller's work on each batch. */
const fetchTimeoutMs = 30 * minuteMs

/**
 * Opens a feed: `-` is the given stdin, `http:` and `https:` are fetched, anything else is the path of a file.
 *
 * @throws ConnectorError as `guardedFetch` does
 */
export async function openFeedSource(
  location: string,
  stdin: Readable,
  options: FeedFetchOptions,
): Promise<FeedSource> {
  if (location === '-') return { chunks: stdin, name: 'stdin', isNotModified: false }
  if (/^https?:\/\//i.test(location)) {
    const answer = await guardedFetch(location, { sizeMax: fetchedMax, ...options, totalTimeoutMs: fetchTimeoutMs })
    const { body, isNotModified, etag, lastModified } = answer
    const name = new URL(location).hostname
    return {
      chunks: body,
      name,
      isNotModified,
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { lastModified }),
    }
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(location)) {
    throw new ConnectorError('SCHEME_NOT_ALLOWED', { scheme: location.split(':')[0] ?? '' })
  }
  return { chunks: readFile(location), name: basename(location).replace(/\.gz$/i, ''), isNotModified: false }
}

async function* readFile(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) yield asBuffer(chunk)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    throw new ConnectorError('FEED_FILE_UNREADABLE', { path, code }, { cause })
  }
}

/**
 * Decompresses gzip data, recognised by its first two bytes (RFC 1952, section 2.3.1); other data is passed through.
 *
 * @param sizeMax maximum number of bytes after decompression
 * @throws ConnectorError `changed_format` when the gzip data is damaged or cut off, `refused` when it is too large or a decompression bomb
 */
export async function* unpacked(
  chunks: AsyncIterable<Buffer>,
  feed: string,
  sizeMax: number,
): AsyncGenerator<Buffer, void, undefined> {
  const [head, rest] = await peek(chunks, 2)
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* rest
    return
  }
  // Errors of the source are passed on to the reader of the last stream.
  let packed = 0
  async function* counted() {
    for await (const chunk of rest) {
      packed += chunk.length
      yield chunk
    }
  }
  const stream = pipeline(Readable.from(counted()), createGunzip({ chunkSize: chunkBytes }), () => {})
  let size = 0
  try {
    for await (const chunk of stream) {
      const data = asBuffer(chunk)
      size += data.length
      if (size > sizeMax) throw new ConnectorError('FEED_TOO_LARGE', { feed, max: sizeMax })
      if (size > ratioFloor && size > packed * ratioMax) throw tooDense(feed)
      yield data
    }
  } catch (cause) {
    if (cause instanceof ConnectorError) throw cause
    const isCutOff = cause instanceof Error && 'code' in cause && cause.code === 'Z_BUF_ERROR'
    throw new ConnectorError('FEED_DAMAGED', { feed, why: isCutOff ? 'cutOff' : 'changed' }, { cause })
  }
}

/**
 * Reads the first bytes without consuming them.
 *
 * @param quietMs if given, the maximum time to wait for more data once there is a whole line, because a stream may be slow
 * @returns at least `bytes` bytes, fewer only if there are no more (or no more soon), and all of the data including those bytes
 */
export async function peek(
  chunks: AsyncIterable<Buffer>,
  bytes: number,
  quietMs?: number,
): Promise<[head: Buffer, all: AsyncGenerator<Buffer, void, undefined>, isWhole: boolean]> {
  const iterator = chunks[Symbol.asyncIterator]()
  const parts: Buffer[] = []
  let size = 0
  let isWhole = false
  let hasLine = false
  let pending: Promise<IteratorResult<Buffer>> | null = null
  while (size < bytes && !isWhole) {
    pending ??= iterator.next()
    const next: IteratorResult<Buffer> | null =
      hasLine && quietMs !== undefined ? await soon(pending, quietMs) : await pending
    if (next === null) break
    pending = null
    if (next.done) isWhole = true
    else {
      const part = asBuffer(next.value)
      parts.push(part)
      size += part.length
      hasLine ||= part.includes(0x0a)
    }
  }
  const head = Buffer.concat(parts)
  async function* all() {
    try {
      if (head.length > 0) yield head
      for (let next = await (pending ?? iterator.next()); !next.done; next = await iterator.next()) {
        yield asBuffer(next.value)
      }
    } finally {
      // Closes the file or connection when the caller stops early.
      await iterator.return?.()
    }
  }
  return [head, all(), isWhole]
}

/** The result of a promise, or null when it isn't settled in time. */
async function soon<T>(promise: Promise<T>, timeoutMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, timeoutMs, null)))
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A Readable in text mode, which stdin may be, yields strings. */
function asBuffer(chunk: unknown): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
}

/** The size limit of fetched documents; the operator's own files have none. */
export function unpackedMax(location: string): number {
  return /^https?:\/\//i.test(location) ? fetchedMax : Infinity
}
