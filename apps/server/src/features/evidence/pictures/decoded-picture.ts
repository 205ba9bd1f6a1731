import { Transformer } from '@napi-rs/image'
import type { Picture } from '@signet/detection/lookalike/page-view'
import { decodeGif } from './decode-gif.ts'
import { readPictureHead, type PictureType } from './picture-head.ts'

/** A picture whose bytes follow the line of JSON. */
export interface SentPicture {
  type: PictureType
  /** In bytes. */
  size: number
}

/** Profile pictures and icons have a tenth of this. */
const pixelsMax = 16_000_000

/**
 * The pixels of a picture, made smaller until both sides fit.
 *
 * @returns null for a picture that can't be read, moves or is too large
 */
export function decodedPicture(bytes: Buffer, type: PictureType, sideMax: number): Picture | null {
  const head = readPictureHead(bytes, type)
  if (!head || head.isMoving || head.width * head.height === 0 || head.width * head.height > pixelsMax) return null
  try {
    const image = type === 'image/gif' ? fromGif(bytes) : new Transformer(bytes)
    const scale = Math.min(1, sideMax / Math.max(head.width, head.height))
    const width = Math.max(1, Math.round(head.width * scale))
    const height = Math.max(1, Math.round(head.height * scale))
    if (scale < 1) image.resize(width, height)
    return withChannels(image.rawPixelsSync(), width, height)
  } catch {
    // The decoder's message names its own components, which doesn't help anyone.
    return null
  }
}

function fromGif(bytes: Buffer): Transformer {
  const { pixels, width, height } = decodeGif(bytes)
  return Transformer.fromRgbaPixels(pixels, width, height)
}

/** Grey or colors, with or without opacity; pictures with 16 bits of each are not compared. */
function withChannels(raw: Buffer, width: number, height: number): Picture | null {
  const channels = raw.length / (width * height)
  if (![1, 2, 3, 4].includes(channels)) return null
  const pixels = new Uint8Array(width * height * 4).fill(255)
  const isGrey = channels < 3
  for (let at = 0; at < width * height; at++) {
    const from = at * channels
    for (let color = 0; color < 3; color++) pixels[at * 4 + color] = raw[from + (isGrey ? 0 : color)] ?? 0
    if (channels % 2 === 0) pixels[at * 4 + 3] = raw[from + channels - 1] ?? 255
  }
  return { width, height, pixels }
}
