import { gunzipSync } from 'node:zlib'
import { ConnectorError } from '../connector-error.ts'
import { guardedFetch } from '../guarded-fetch.ts'

/** How a log is reached. */
export interface CtFetchOptions {
  /** Exceptions from the rules for outbound requests, as `host:port`. */
  allowAddress?: readonly string[]
  headersTimeoutMs?: number
  signal?: AbortSignal
}

/** A tile of 256 entries with chains of long certificates, unpacked; and an answer of `get-entries`. */
const sizeMax = 64 * 1024 * 1024
const gzipMark = Buffer.of(0x1f, 0x8b)

/**
 * Fetches a whole document of a log. Tiles may lie packed in stores that do not say so.
 *
 * @throws ConnectorError as `guardedFetch`
 */
export async function fetchDocument(url: string, options: CtFetchOptions): Promise<Buffer> {
  const answer = await guardedFetch(url, { ...options, sizeMax })
  const chunks: Buffer[] = []
  for await (const chunk of answer.body) chunks.push(chunk)
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  // No tile begins so: its first entry would be logged in the year 71,000.
  if (!bytes.subarray(0, 2).equals(gzipMark)) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: sizeMax })
  } catch (cause) {
    throw new ConnectorError('changed_format', `${new URL(url).host} sends damaged gzip data`, { cause })
  }
}

/** Fetches a document that may not be there; some stores refuse what they do not have. */
export async function fetchIfThere(url: string, options: CtFetchOptions): Promise<Buffer | null> {
  try {
    return await fetchDocument(url, options)
  } catch (error) {
    if (error instanceof ConnectorError && [403, 404, 410].includes(error.status ?? 0)) return null
    throw error
  }
}
