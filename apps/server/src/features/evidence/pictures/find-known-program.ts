/*
 * The child process that looks for known pictures in pictures of strangers; it is the only one that decodes them for it. It reads one line of
 * JSON and the pictures that it names from standard input and writes what it found as JSON to standard output. `find-known.ts` starts and
 * limits it.
 */
import { Transformer } from '@napi-rs/image'
import type { Picture } from '@signet/detection/lookalike/page-view'
import { findKnownPicture, indexKnownPictures, type FoundPicture } from '@signet/detection/pictures/known-pictures'
import { printsOfKnown, printsOfPicture } from '@signet/detection/pictures/picture-prints'
import { giveUpRights, readInput } from '../../../child-processes/limited-program.ts'
import { decodeGif } from './decode-gif.ts'
import { readPictureHead, type PictureType } from './picture-head.ts'

/** A picture whose bytes follow the line of JSON. */
interface SentPicture {
  type: PictureType
  /** In bytes. */
  size: number
}

/** The line of JSON. The bytes of the known pictures follow, then those of the others. */
export interface KnownWork {
  known: SentPicture[]
  pictures: SentPicture[]
}

/** The result for each picture, in their order; null if it looks like no known one or can't be read. */
export type KnownAnswer = (FoundPicture | null)[]

/** Profile pictures and icons have a tenth of this. */
const pixelsMax = 16_000_000
/** Larger pictures are compared in this size. */
const sideMax = 400

if (import.meta.main) {
  giveUpRights()
  process.stdout.write(JSON.stringify(findIn(await readInput())))
}

function findIn(input: Buffer): KnownAnswer {
  let at = input.indexOf('\n')
  const work: KnownWork = JSON.parse(input.toString('utf8', 0, at))
  at += 1
  const next = ({ type, size }: SentPicture) => decoded(input.subarray(at, (at += size)), type)
  const known = work.known.map((sent) => {
    const picture = next(sent)
    return picture ? printsOfKnown(picture) : []
  })
  const index = indexKnownPictures(known)
  return work.pictures.map((sent) => {
    const picture = next(sent)
    return picture && findKnownPicture(index, printsOfPicture(picture))
  })
}

/** @returns null for a picture that can't be read, moves or is too large */
function decoded(bytes: Buffer, type: PictureType): Picture | null {
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
