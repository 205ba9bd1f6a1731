import { Buffer } from 'node:buffer'
import { crc32, deflateSync, inflateRawSync } from 'node:zlib'

const head = Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1')
const sideMax = 1024

/**
 * An ordinary PNG of one as Xcode packs it into apps: without the header of its compressed data, and with blue before red. Filters work on
 * each byte with that of the pixel before it, so exchanging colours in filtered rows is right. Other pictures are returned as they are;
 * undefined for what can't be unpacked.
 */
export function plainPng(bytes: Buffer): Buffer | undefined {
  if (!bytes.subarray(0, 8).equals(head) || bytes.toString('latin1', 12, 16) !== 'CgBI') return bytes
  const chunks = [...chunksOf(bytes)].filter(({ type }) => type !== 'CgBI')
  const header = chunks.find(({ type }) => type === 'IHDR')?.data
  const samples = header?.[9] === 6 ? 4 : header?.[9] === 2 ? 3 : 0
  if (!header || header.length < 13 || samples === 0 || header[8] !== 8 || header[12] !== 0) return undefined
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  if (width > sideMax || height > sideMax) return undefined
  const stride = 1 + width * samples
  const rows = unpacked(
    Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)),
    stride * height,
  )
  if (rows?.length !== stride * height) return undefined
  for (let row = 0; row < height; row += 1)
    for (let at = row * stride + 1; at < (row + 1) * stride; at += samples) {
      const blue = rows.readUInt8(at)
      rows.writeUInt8(rows.readUInt8(at + 2), at)
      rows.writeUInt8(blue, at + 2)
    }
  const packed = deflateSync(rows)
  return Buffer.concat([head, chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))])
}

function* chunksOf(bytes: Buffer): Generator<{ type: string; data: Buffer }> {
  let at = 8
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    yield { type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) }
    at += 12 + length
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}

function unpacked(packed: Buffer, size: number): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) })
  } catch {
    // Damaged, or more than the picture has.
    return undefined
  }
}
