import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'

/** Longer lines are counted and passed over. */
export const lineMaxBytes = 64 * 1024
const chunkBytes = 4 * 1024 * 1024
const newline = 0x0a

/** Whole lines of a file. */
export interface LineChunk {
  bytes: Buffer
  /** Where the chunk begins in the file. */
  start: number
  /** Where reading may go on after it. */
  end: number
  /** Lines in it that were longer than allowed, and are left out. */
  tooLong: number
}

/** Reads a file from a place on in chunks that end at a line end, whatever its size; the last line needs none. */
export async function* lineChunks(file: fs.FileHandle, from: number): AsyncGenerator<LineChunk> {
  let position = from
  let rest: Buffer = Buffer.alloc(0)
  let restStart = from
  let isInLongLine = false
  for (;;) {
    const buffer = Buffer.allocUnsafe(chunkBytes)
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, position)
    position += bytesRead
    if (bytesRead === 0) {
      if (isInLongLine) yield { bytes: Buffer.alloc(0), start: position, end: position, tooLong: 1 }
      else if (rest.length > 0) yield { bytes: rest, start: restStart, end: position, tooLong: 0 }
      return
    }
    let fresh = buffer.subarray(0, bytesRead)
    let tooLong = 0
    if (isInLongLine) {
      const end = fresh.indexOf(newline)
      if (end === -1) continue
      isInLongLine = false
      tooLong = 1
      fresh = fresh.subarray(end + 1)
      restStart = position - fresh.length
    }
    const data = rest.length > 0 ? Buffer.concat([rest, fresh]) : fresh
    const cut = data.lastIndexOf(newline) + 1
    const start = restStart
    rest = data.subarray(cut)
    restStart = start + cut
    if (rest.length > lineMaxBytes) {
      // Kept out of memory: only its end is of interest.
      isInLongLine = true
      rest = Buffer.alloc(0)
    }
    if (cut > 0 || tooLong > 0) yield { bytes: data.subarray(0, cut), start, end: start + cut, tooLong }
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const latin = new TextDecoder('windows-1252')

/** A line as text: UTF-8, or when it is not, alone as Windows-1252, so that one odd line spoils no other. */
export function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return latin.decode(bytes)
  }
}

/** What a file is recognised by: its size, beginning and end. */
export async function identityOf(file: fs.FileHandle): Promise<Buffer> {
  const { size } = await file.stat()
  const hash = createHash('sha256').update(String(size))
  for (const at of [0, Math.max(0, size - lineMaxBytes)]) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(lineMaxBytes), 0, lineMaxBytes, at)
    hash.update(buffer.subarray(0, bytesRead))
  }
  return hash.digest()
}
