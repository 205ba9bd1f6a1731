import { gunzipSync } from 'node:zlib'
import { ConnectorError } from '../connector-error.ts'
import { guardedFetch } from '../guarded-fetch.ts'

/** How to connect to a log. */
export interface CtFetchOptions {
  /** Exceptions from the rules for outbound requests, as `host:port`. */
  allowAddress?: readonly string[]
  headersTimeoutMs?: number
  signal?: AbortSignal
}

/** Enough for an uncompressed tile of 256 entries with chains of long certificates, and for a response of `get-entries`. */
const sizeMax = 64 * 1024 * 1024
const gzipMark = Buffer.of(0x1f, 0x8b)

/**
 * Fetches a whole document of a log. Some stores serve gzipped tiles without a Content-Encoding header.
 *
 * @throws ConnectorError as `guardedFetch`
 */
export async function fetchDocument(url: string, options: CtFetchOptions): Promise<Buffer> {
  const answer = await guardedFetch(url, { ...options, sizeMax })
  const chunks: Buffer[] = []
  for await (const chunk of answer.body) chunks.push(chunk)
  const [only] = chunks
  const bytes = only && chunks.length === 1 ? only : Buffer.concat(chunks)
  // A tile can't begin with these bytes: its first entry would be logged in the year 71,000.
  if (!bytes.subarray(0, 2).equals(gzipMark)) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: sizeMax })
  } catch (cause) {
    throw new ConnectorError('RESPONSE_DAMAGED', { host: new URL(url).host }, { cause })
  }
}

/** Fetches a document that may be missing; some stores return 403 for missing documents. */
export async function fetchIfThere(url: string, options: CtFetchOptions): Promise<Buffer | null> {
  try {
    return await fetchDocument(url, options)
  } catch (error) {
    if (error instanceof ConnectorError && [403, 404, 410].includes(error.status ?? 0)) return null
    throw error
  }
}
