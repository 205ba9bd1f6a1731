/*
 * A GIF of one frame: the library that decodes the other types doesn't support GIF. Source: GIF89a specification (CompuServe, 1990),
 * sections 18 (screen), 20 (image), 22 (data), 23 (transparency) and appendix F (LZW). Every error in a file results in a RangeError.
 */

import type { Pixels } from '@signet/readers/apk/png'

interface Frame {
  left: number
  top: number
  width: number
  height: number
  isInterlaced: boolean
  /** Red, green and blue of each color. */
  palette: Buffer
  /** Index of the transparent color; -1 for none. */
  transparent: number
  /** The offset of the byte with the initial code size. */
  dataAt: number
}

/** The number of frames; counting stops at two, and at the first error. */
export function countGifFrames(bytes: Buffer): number {
  let count = 0
  for (const _frame of framesOf(bytes)) {
    count += 1
    if (count === 2) break
  }
  return count
}

/**
 * The pixels of the first frame on its screen.
 *
 * @returns four bytes per pixel: red, green, blue, opacity; pixels outside the frame are transparent
 * @throws RangeError for a truncated or inconsistent file
 */
export function decodeGif(bytes: Buffer): Pixels {
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  const { value: frame } = framesOf(bytes).next()
  if (!frame || width * height === 0) throw new RangeError('no frame')
  if (frame.left + frame.width > width || frame.top + frame.height > height) throw new RangeError('beyond the screen')
  const pixels = Buffer.alloc(width * height * 4)
  const indices = unpack(bytes, frame.dataAt, frame.width * frame.height)
  for (let row = 0, at = 0; row < frame.height; row += 1) {
    const y = frame.top + (frame.isInterlaced ? interlacedRow(row, frame.height) : row)
    let to = (y * width + frame.left) * 4
    for (let column = 0; column < frame.width; column += 1, at += 1, to += 4) {
      const index = indices[at] ?? 0
      if (index === frame.transparent) continue
      if (index * 3 >= frame.palette.length) throw new RangeError('no such colour')
      frame.palette.copy(pixels, to, index * 3, index * 3 + 3)
      pixels[to + 3] = 255
    }
  }
  return { pixels, width, height }
}

function* framesOf(bytes: Buffer): Generator<Frame> {
  const screenFlags = bytes.readUInt8(10)
  const screenColours = screenFlags & 0x80 ? 3 << ((screenFlags & 7) + 1) : 0
  const screenPalette = bytes.subarray(13, 13 + screenColours)
  let at = 13 + screenColours
  let transparent = -1
  while (at < bytes.length) {
    const block = bytes[at]
    if (block === 0x21) {
      // A graphic control extension before the image defines the transparent color.
      if (bytes[at + 1] === 0xf9) transparent = bytes.readUInt8(at + 3) & 1 ? bytes.readUInt8(at + 6) : -1
      at = afterBlocks(bytes, at + 2)
    } else if (block === 0x2c) {
      const flags = bytes.readUInt8(at + 9)
      const colours = flags & 0x80 ? 3 << ((flags & 7) + 1) : 0
      const dataAt = at + 10 + colours
      yield {
        left: bytes.readUInt16LE(at + 1),
        top: bytes.readUInt16LE(at + 3),
        width: bytes.readUInt16LE(at + 5),
        height: bytes.readUInt16LE(at + 7),
        isInterlaced: (flags & 0x40) !== 0,
        palette: colours > 0 ? bytes.subarray(at + 10, dataAt) : screenPalette,
        transparent,
        dataAt,
      }
      transparent = -1
      at = afterBlocks(bytes, dataAt + 1)
    } else return
  }
}

/** The offset after the blocks that begin here; each starts with its length, and the last is empty. */
function afterBlocks(bytes: Buffer, start: number): number {
  let at = start
  for (let size = bytes[at]; size; size = bytes[at]) at += 1 + size
  return at + 1
}

const clearMax = 4096

/** Unpacks variable-length LZW codes into exactly `length` indices. */
function unpack(bytes: Buffer, dataAt: number, length: number): Uint8Array {
  const rootBits = bytes.readUInt8(dataAt)
  if (rootBits < 2 || rootBits > 8) throw new RangeError('no such size of code')
  const [clear, end] = [1 << rootBits, (1 << rootBits) + 1]
  const prefix = new Uint16Array(clearMax)
  const suffix = new Uint8Array(clearMax)
  const stack = new Uint8Array(clearMax + 1)
  const out = new Uint8Array(length)
  let [bits, next, previous, first, written] = [rootBits + 1, end + 1, -1, 0, 0]
  let [held, heldBits] = [0, 0]
  let at = dataAt + 1
  for (let size = bytes[at]; size; size = bytes[at]) {
    const blockEnd = at + 1 + size
    if (blockEnd > bytes.length) throw new RangeError('cut short')
    for (at += 1; at < blockEnd; at += 1) {
      held |= (bytes[at] ?? 0) << heldBits
      heldBits += 8
      while (heldBits >= bits) {
        const code = held & ((1 << bits) - 1)
        held >>>= bits
        heldBits -= bits
        if (code === end || written >= length) return whole(out, written)
        if (code === clear) {
          ;[bits, next, previous] = [rootBits + 1, end + 1, -1]
          continue
        }
        if (code > next || (previous < 0 && code >= clear)) throw new RangeError('no such code')
        // The only code that may precede its entry: the last text followed by its own first letter.
        let [link, depth] = [code, 0]
        if (code === next) {
          stack[depth++] = first
          link = previous
        }
        while (link > end) {
          stack[depth++] = suffix[link] ?? 0
          link = prefix[link] ?? 0
        }
        first = link
        stack[depth++] = first
        if (previous >= 0 && next < clearMax) {
          prefix[next] = previous
          suffix[next] = first
          next += 1
          if (next === 1 << bits && bits < 12) bits += 1
        }
        previous = code
        while (depth > 0 && written < length) out[written++] = stack[--depth] ?? 0
      }
    }
  }
  return whole(out, written)
}

function whole(out: Uint8Array, written: number): Uint8Array {
  if (written < out.length) throw new RangeError('cut short')
  return out
}

/** The screen row of the n-th stored row of an interlaced image: every eighth row first, then the fourths in between, and so on. */
function interlacedRow(row: number, height: number): number {
  let left = row
  for (const [start, step] of [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const) {
    const rows = Math.max(0, Math.ceil((height - start) / step))
    if (left < rows) return start + left * step
    left -= rows
  }
  throw new RangeError('no such row')
}
