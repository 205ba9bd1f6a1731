import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { causeOf } from '@signet/contract/errors/program-errors'
import { AppError } from '../../../errors.ts'

/** One line of a stream: its bytes, or null if it is longer than allowed. */
export interface RawLine {
  /** Counted from 1. */
  number: number
  bytes: Buffer | null
}
const newline = 0x0a
const carriageReturn = 0x0d
/** How long lines are processed before other work gets a turn, in ms. */
const sliceMs = 10

/**
 * The lines of a body, decompressed if it is gzip. Reads no faster than the lines are consumed, and yields to other requests.
 *
 * @throws AppError `PAYLOAD_TOO_LARGE` above `limits.bytes` after decompression, `BAD_REQUEST` for damaged gzip data
 */
export async function* linesOf(
  body: Readable,
  isGzip: boolean,
  limits: { bytes: number; lineBytes: number },
): AsyncGenerator<RawLine, void, undefined> {
  const chunks = isGzip ? unpacked(body) : body.iterator({ destroyOnReturn: false })
  let held: Buffer[] = []
  let heldBytes = 0
  let total = 0
  let number = 0
  let sliceEnd = performance.now() + sliceMs
  const take = (end: Buffer): RawLine => {
    number += 1
    const isLong = heldBytes + end.length > limits.lineBytes
    const bytes = isLong ? null : held.length === 0 ? end : Buffer.concat([...held, end])
    held = []
    heldBytes = 0
    return { number, bytes: bytes?.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes }
  }
  for await (const chunk of chunks) {
    total += chunk.length
    if (total > limits.bytes) throw new AppError('STREAM_TOO_LARGE', { max: limits.bytes })
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      yield take(chunk.subarray(from, at))
      from = at + 1
      if (performance.now() > sliceEnd) {
        await setImmediate()
        sliceEnd = performance.now() + sliceMs
      }
    }
    const rest = chunk.subarray(from)
    // For a line that is too long, only its length matters.
    if (heldBytes <= limits.lineBytes && rest.length > 0) held.push(rest)
    heldBytes += rest.length
    if (heldBytes > limits.lineBytes) held = []
  }
  if (heldBytes > 0) yield take(Buffer.alloc(0))
}

async function* unpacked(body: Readable): AsyncGenerator<Buffer, void, undefined> {
  const gunzip = createGunzip()
  body.on('error', (error) => gunzip.destroy(error))
  body.pipe(gunzip)
  try {
    yield* gunzip
  } catch (error) {
    if (causeOf(error).code.startsWith('Z_')) throw new AppError('GZIP_DAMAGED')
    throw error
  } finally {
    body.unpipe(gunzip)
    // The rest of the body is read and discarded, so that the answer can be sent.
    body.resume()
  }
}
