import type { imageTypes } from '@signet/contract/threats/file-types'
import { countGifFrames } from './decode-gif.ts'

/** The metadata of an image, read before any of it is decoded. */
export interface PictureHead {
  /** Pixels as stored: the orientation metadata may rotate the image. */
  width: number
  height: number
  /** Whether it has more than one frame. */
  isMoving: boolean
}

/** A type that is decoded. */
export type PictureType = (typeof imageTypes)[number]

// Its own list, because the child process that reads this file must not read the contract.
const pictureTypes: typeof imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

export function isPictureType(type: string): type is PictureType {
  const types: readonly string[] = pictureTypes
  return types.includes(type)
}

/**
 * Reads size and number of frames from the structure of the file alone.
 *
 * Source: PNG third edition, sections 5 and 11 (IHDR, acTL); ITU-T T.81 annex B (SOF); RFC 9649 sections 2.5 to 2.7 (WebP); GIF89a
 * specification, sections 18 and 20.
 *
 * @returns null if the structure is damaged before both are known
 */
export function readPictureHead(bytes: Buffer, type: PictureType): PictureHead | null {
  try {
    if (type === 'image/png') return headOfPng(bytes)
    if (type === 'image/jpeg') return headOfJpeg(bytes)
    if (type === 'image/webp') return headOfWebp(bytes)
    return headOfGif(bytes)
  } catch (error) {
    // Beyond the end of the file.
    if (error instanceof RangeError) return null
    throw error
  }
}

function headOfPng(bytes: Buffer): PictureHead | null {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  let isMoving = false
  // An animated image declares it before its first data chunk.
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const chunk = bytes.toString('latin1', at + 4, at + 8)
    if (chunk === 'IDAT') return { width, height, isMoving }
    if (chunk === 'acTL') isMoving = bytes.readUInt32BE(at + 8) > 1
  }
  return null
}

/** Markers without a length: fill bytes, restarts, start and end. */
const hasNoLength = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)
/** Start of frame: all of C0 to CF except the tables (C4, CC) and the reserved one (C8). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function headOfJpeg(bytes: Buffer): PictureHead | null {
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) at += 1
    else if (hasNoLength(marker)) at += 2
    else if (isFrame(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5), isMoving: false }
    } else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

function headOfWebp(bytes: Buffer): PictureHead | null {
  const chunk = bytes.toString('latin1', 12, 16)
  if (chunk === 'VP8X') {
    const isMoving = ((bytes[20] ?? 0) & 0b10) !== 0 || bytes.includes('ANIM', 30, 'latin1')
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1, isMoving }
  }
  if (chunk === 'VP8L') {
    const bits = bytes.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, isMoving: false }
  }
  if (chunk !== 'VP8 ') return null
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff, isMoving: false }
}

function headOfGif(bytes: Buffer): PictureHead | null {
  const frames = countGifFrames(bytes)
  if (frames === 0) return null
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), isMoving: frames > 1 }
}
