import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'

/** Longer lines are counted and skipped. */
export const lineMaxBytes = 64 * 1024
const chunkBytes = 4 * 1024 * 1024
const newline = 0x0a
const carriageReturn = 0x0d

/** Whole lines of a file. */
export interface LineChunk {
  /** UTF-8, or bytes in an unknown encoding; never UTF-16. */
  bytes: Buffer
  /** Offset of the chunk in the file. */
  start: number
  /** Offset at which reading can continue after it. */
  end: number
  /** Lines in it that were longer than allowed and are skipped. */
  tooLong: number
}

/** Finds line ends in the bytes of a file and converts lines to UTF-8. */
export interface LineCoding {
  /** The offset after the first or last line end, 0 if there is none. The bytes begin at a line or, for the first, at any code unit. */
  firstEnd: (bytes: Buffer) => number
  lastEnd: (bytes: Buffer) => number
  toUtf8: (bytes: Buffer) => Buffer
  isUtf16: boolean
}

const oneByte: LineCoding = {
  firstEnd: (bytes) => bytes.indexOf(newline) + 1,
  lastEnd: (bytes) => bytes.lastIndexOf(newline) + 1,
  toUtf8: (bytes) => bytes,
  isUtf16: false,
}

function utf16(isBigEndian: boolean): LineCoding {
  const mark = Buffer.from(isBigEndian ? [0, newline] : [newline, 0])
  return {
    firstEnd(bytes) {
      let at = bytes.indexOf(mark)
      // The bytes of two adjacent code units may look like a line end.
      while (at > 0 && at % 2 === 1) at = bytes.indexOf(mark, at + 1)
      return at < 0 ? 0 : at + 2
    },
    lastEnd(bytes) {
      let at = bytes.lastIndexOf(mark)
      while (at > 0 && at % 2 === 1) at = bytes.lastIndexOf(mark, at - 1)
      return at < 0 ? 0 : at + 2
    },
    toUtf8(bytes) {
      const whole = bytes.subarray(0, bytes.length & ~1)
      const units = isBigEndian ? Buffer.from(whole).swap16() : whole
      return Buffer.from(units.toString('utf16le'))
    },
    isUtf16: true,
  }
}

/** Lines that end with CR alone, as old programs write them. */
const onlyReturns: LineCoding = {
  firstEnd: (bytes) => bytes.indexOf(carriageReturn) + 1,
  lastEnd: (bytes) => bytes.lastIndexOf(carriageReturn) + 1,
  toUtf8: (bytes) => Buffer.from(bytes.map((byte) => (byte === carriageReturn ? newline : byte))),
  isUtf16: false,
}

/** The encoding of a file according to its byte order mark: UTF-16, or bytes with lines that end with LF, or with CR if there is no LF. */
export function codingOf(beginning: Buffer): LineCoding {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return utf16(false)
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return utf16(true)
  return beginning.includes(carriageReturn) && !beginning.includes(newline) ? onlyReturns : oneByte
}

/** Reads a file from an offset in chunks that end at a line end, whatever its size; the last line needs no line end. */
export async function* lineChunks(file: fs.FileHandle, from: number, coding: LineCoding): AsyncGenerator<LineChunk> {
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
      else if (rest.length > 0) yield { bytes: coding.toUtf8(rest), start: restStart, end: position, tooLong: 0 }
      return
    }
    let fresh = buffer.subarray(0, bytesRead)
    let tooLong = 0
    if (isInLongLine) {
      const end = coding.firstEnd(fresh)
      if (end === 0) continue
      isInLongLine = false
      tooLong = 1
      fresh = fresh.subarray(end)
      restStart = position - fresh.length
    }
    const data = rest.length > 0 ? Buffer.concat([rest, fresh]) : fresh
    const cut = coding.lastEnd(data)
    const start = restStart
    rest = data.subarray(cut)
    restStart = start + cut
    if (rest.length > lineMaxBytes) {
      // Not kept in memory: only its end is searched.
      isInLongLine = true
      rest = Buffer.alloc(0)
    }
    if (cut > 0 || tooLong > 0) yield { bytes: coding.toUtf8(data.subarray(0, cut)), start, end: start + cut, tooLong }
  }
}

/** Identifies a file by its size, beginning and end. */
export async function identityOf(file: fs.FileHandle): Promise<Buffer> {
  const { size } = await file.stat()
  const hash = createHash('sha256').update(String(size))
  for (const at of [0, Math.max(0, size - lineMaxBytes)]) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(lineMaxBytes), 0, lineMaxBytes, at)
    hash.update(buffer.subarray(0, bytesRead))
  }
  return hash.digest()
}
