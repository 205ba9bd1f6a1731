import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** A chunk of a PNG. */
export function pngChunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

export const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/**
 * A PNG of one shade of gray, one bit per pixel, with chunks before its data and bytes after its end.
 *
 * @param data the compressed data instead of the pixels that the header announces
 */
export function greyPng(
  { width, height }: { width: number; height: number },
  { before = [], behind = '', data }: { before?: Buffer[]; behind?: string; data?: Buffer } = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = data ?? deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height))
  const chunks = [pngChunk('IHDR', header), ...before, pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([pngSignature, ...chunks, Buffer.from(behind)])
}

interface GifFrame {
  left?: number
  top?: number
  width: number
  height: number
  /** A palette index for each pixel, row by row in file order. */
  indices: Uint8Array
  isInterlaced?: boolean
  transparent?: number
}

/** A GIF of 256 shades of gray. */
export function greyGif({ width, height }: { width: number; height: number }, frames: readonly GifFrame[]): Buffer {
  const screen = Buffer.alloc(7)
  screen.writeUInt16LE(width)
  screen.writeUInt16LE(height, 2)
  screen[4] = 0xf7
  const palette = Buffer.from(Array.from({ length: 256 }, (_, shade) => [shade, shade, shade]).flat())
  const parts = frames.flatMap((frame) => {
    const control = Buffer.from([
      0x21,
      0xf9,
      4,
      frame.transparent === undefined ? 0 : 1,
      0,
      0,
      frame.transparent ?? 0,
      0,
    ])
    const place = Buffer.alloc(10)
    place[0] = 0x2c
    for (const [index, value] of [frame.left ?? 0, frame.top ?? 0, frame.width, frame.height].entries())
      place.writeUInt16LE(value, 1 + 2 * index)
    place[9] = frame.isInterlaced ? 0x40 : 0
    return [control, place, Buffer.from([8]), inBlocks(packCodes(frame.indices))]
  })
  return Buffer.concat([Buffer.from('GIF89a'), screen, palette, ...parts, Buffer.from([0x3b])])
}

function inBlocks(bytes: Uint8Array): Buffer {
  const blocks: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.subarray(at, at + 255)
    blocks.push(Uint8Array.of(block.length), block)
  }
  return Buffer.concat([...blocks, Uint8Array.of(0)])
}

/** LZW with codes of 9 to 12 bits, reset when the table is full. */
function packCodes(indices: Uint8Array): Uint8Array {
  const out: number[] = []
  let [held, heldBits, bits] = [0, 0, 9]
  const put = (code: number) => {
    held |= code << heldBits
    for (heldBits += bits; heldBits >= 8; heldBits -= 8, held >>>= 8) out.push(held & 255)
  }
  let table = new Map<string, number>()
  const begin = () => {
    put(256)
    table = new Map()
    bits = 9
  }
  const codeOf = (text: string) => table.get(text) ?? text.charCodeAt(0)
  begin()
  let text = ''
  for (const index of indices) {
    const longer = text + String.fromCharCode(index)
    if (longer.length === 1 || table.has(longer)) text = longer
    else {
      put(codeOf(text))
      const code = 258 + table.size
      if (code === 4096) begin()
      else {
        table.set(longer, code)
        // The decoder adds an entry one code later than the encoder.
        if (code === 1 << bits) bits += 1
      }
      text = String.fromCharCode(index)
    }
  }
  if (text) put(codeOf(text))
  put(257)
  if (heldBits > 0) out.push(held & 255)
  return Uint8Array.from(out)
}

/** Metadata as a camera writes it before the image data of a JPEG: the orientation and the location. */
export function exifOf(orientation: number, place: string): Buffer {
  const text = Buffer.from(`${place}\0`)
  // One table of two entries: orientation (a number) and the description (text after the table).
  const table = Buffer.alloc(8 + 2 + 2 * 12 + 4)
  table.write('MM\0*', 0, 'latin1')
  table.writeUInt32BE(8, 4)
  table.writeUInt16BE(2, 8)
  for (const [at, [tag, type, count, value]] of [
    [10, [0x010e, 2, text.length, table.length]],
    [22, [0x0112, 3, 1, orientation << 16]],
  ] as const) {
    table.writeUInt16BE(tag, at)
    table.writeUInt16BE(type, at + 2)
    table.writeUInt32BE(count, at + 4)
    table.writeUInt32BE(value, at + 8)
  }
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), table, text])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** The JPEG with a segment after its first marker. */
export function withSegment(jpeg: Buffer, segment: Buffer): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}

/** A JPEG that claims a size and contains no image data. */
export function emptyJpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from([0xff, 0xd8]), frame, randomBytes(200), Buffer.from([0xff, 0xd9])])
}

/** A WebP in its extended form that claims a size and contains no image data. */
export function emptyWebp(width: number, height: number, { isMoving = false } = {}): Buffer {
  const bytes = Buffer.alloc(30)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(22, 4)
  bytes.write('WEBPVP8X', 8, 'latin1')
  bytes.writeUInt32LE(10, 16)
  bytes[20] = isMoving ? 0b10 : 0
  bytes.writeUIntLE(width - 1, 24, 3)
  bytes.writeUIntLE(height - 1, 27, 3)
  return bytes
}
