import { crc32, deflateSync } from 'node:zlib'

/** Pixels from the top left, row by row, four bytes each. */
export interface Bitmap {
  width: number
  height: number
  rgba: Uint8Array
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const bitDepth = 8
const trueColour = 2
// The difference between a pixel and its left neighbor: large uniform areas become zeros.
const filterSub = 1

/**
 * An opaque image as PNG; the alpha channel is dropped.
 *
 * Source: PNG (Third Edition), W3C Recommendation of 24 June 2025, sections 5 (chunks), 9 (filters) and 11.2.1 (IHDR).
 */
export function encodePng({ width, height, rgba }: Bitmap): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bitDepth
  header[9] = trueColour
  const stride = width * 3 + 1
  const rows = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y += 1) {
    let to = y * stride
    let from = y * width * 4
    rows[to++] = filterSub
    for (let x = 0; x < width; x += 1, from += 4) {
      for (let channel = 0; channel < 3; channel += 1) {
        const left = x === 0 ? 0 : (rgba[from + channel - 4] ?? 0)
        rows[to++] = ((rgba[from + channel] ?? 0) - left) & 0xff
      }
    }
  }
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}
