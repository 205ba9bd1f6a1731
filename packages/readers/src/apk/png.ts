import { Buffer } from 'node:buffer'
import { inflateSync } from 'node:zlib'

/** The pixels of a picture from the top left, four bytes each: red, green, blue, opacity. */
export interface Pixels {
  width: number
  height: number
  pixels: Buffer
}

interface Header {
  width: number
  height: number
  depth: number
  colours: number
  /** Bytes per pixel, at least one. */
  step: number
  /** Bytes per row. */
  stride: number
}

interface Palette {
  colours: Buffer
  opacities: Buffer
}

const sideMax = 1024
/** Samples per pixel: grey, RGB, palette, grey with opacity, RGB with opacity. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * Decodes a PNG picture with at most 8 bits per sample that isn't interlaced, as icons are; undefined for any other.
 * Source: PNG Specification, third edition (sections 5, 7, 9, 11).
 */
export function decodePng(bytes: Buffer): Pixels | undefined {
  const header = headerOf(bytes)
  if (!header) return undefined
  const palette: Palette = { colours: Buffer.alloc(0), opacities: Buffer.alloc(0) }
  const packed: Buffer[] = []
  for (const { type, data } of chunksOf(bytes)) {
    if (type === 'PLTE') palette.colours = data
    else if (type === 'tRNS') palette.opacities = data
    else if (type === 'IDAT') packed.push(data)
  }
  const rows = inflateRows(Buffer.concat(packed), header)
  return rows && { width: header.width, height: header.height, pixels: colour(unfilter(rows, header), header, palette) }
}

function headerOf(bytes: Buffer): Header | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const [depth = 0, colours = 0, , , interlaced] = bytes.subarray(24, 29)
  const perPixel = samples[colours]
  const isSupported = depth === 8 || (perPixel === 1 && [1, 2, 4].includes(depth))
  if (!perPixel || !isSupported || interlaced !== 0) return undefined
  if (width === 0 || height === 0 || width > sideMax || height > sideMax) return undefined
  const bits = perPixel * depth
  return { width, height, depth, colours, step: Math.ceil(bits / 8), stride: Math.ceil((width * bits) / 8) }
}

function* chunksOf(bytes: Buffer): Generator<{ type: string; data: Buffer }> {
  let at = 8
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    if (at + 12 + length > bytes.length) return
    yield { type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) }
    at += 12 + length
  }
}

/** Undefined for other rows than the header promises. */
function inflateRows(packed: Buffer, { height, stride }: Header): Buffer | undefined {
  const length = height * (stride + 1)
  try {
    const rows = inflateSync(packed, { maxOutputLength: length })
    return rows.length === length ? rows : undefined
  } catch {
    // Damaged data.
    return undefined
  }
}

/** Each row starts with the number of its filter, which says from which neighbours its bytes differ. */
function unfilter(rows: Buffer, { height, stride, step }: Header): Buffer {
  const data = Buffer.alloc(height * stride)
  for (let row = 0; row < height; row += 1) {
    const filter = rows[row * (stride + 1)]
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column
      const left = column < step ? 0 : (data[at - step] ?? 0)
      const up = row === 0 ? 0 : (data[at - stride] ?? 0)
      const corner = column < step || row === 0 ? 0 : (data[at - stride - step] ?? 0)
      const byte = rows[row * (stride + 1) + 1 + column] ?? 0
      data[at] = byte + predicted(filter, left, up, corner)
    }
  }
  return data
}

function predicted(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) return 0
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

function colour(data: Buffer, header: Header, palette: Palette): Buffer {
  const { width, height } = header
  const pixels = Buffer.alloc(4 * width * height)
  for (let at = 0; at < width * height; at += 1) pixels.set(pixelAt(data, at, header, palette), 4 * at)
  return pixels
}

function pixelAt(
  data: Buffer,
  at: number,
  { width, depth, colours, step, stride }: Header,
  palette: Palette,
): number[] {
  if (colours === 2 || colours === 6) {
    const [red = 0, green = 0, blue = 0, opacity = 255] = data.subarray(at * step, (at + 1) * step)
    return [red, green, blue, opacity]
  }
  if (colours === 4) {
    const [grey = 0, opacity = 255] = data.subarray(at * 2, at * 2 + 2)
    return [grey, grey, grey, opacity]
  }
  const bit = (at % width) * depth
  const byte = data[Math.floor(at / width) * stride + (bit >> 3)] ?? 0
  const sample = (byte >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
  if (colours === 3) {
    const [red = 0, green = 0, blue = 0] = palette.colours.subarray(3 * sample, 3 * sample + 3)
    return [red, green, blue, palette.opacities[sample] ?? 255]
  }
  const grey = Math.round((sample * 255) / ((1 << depth) - 1))
  return [grey, grey, grey, 255]
}
