/*
 * The child process that decodes uploaded images; it is the only one that does. It reads images from standard input and writes a line of
 * JSON for each to standard output, followed by the new image if there is one. `redraw.ts` starts and limits it.
 */
import { ResizeFit, Transformer } from '@napi-rs/image'
import { decodeGif } from './decode-gif.ts'
import { giveUpRights, readInput } from '../../../child-processes/limited-program.ts'
import { isPictureType, readPictureHead, type PictureHead, type PictureType } from './picture-head.ts'
import type { PictureVerdict, PrintFrame, RedrawWork } from './redraw.ts'

/** Decoding an image with this many pixels takes 200 MB of memory, at four bytes per pixel. */
export const pixelsMax = 50_000_000
// A lossless image larger than this is re-encoded with loss: it is only for display, and the original is kept.
const losslessBytesMax = 20 * 1024 * 1024
const jpegQuality = 88
// Fast compression: encoding takes a tenth of the time of the best compression, and the file is a tenth larger.
const fastPng = { compressionType: 1, filterType: 5 }
// Pixels: 190 per inch at the width of a page, which most pages on a desktop screen need no resizing for.
const printMax = { width: 1400, height: 8000 }
const printQuality = 80

interface Drawing {
  verdict: PictureVerdict
  picture: Buffer | null
}

const refused = (why: Extract<PictureVerdict, { result: 'refused' }>['why']): Drawing => ({
  verdict: { result: 'refused', why },
  picture: null,
})

const drawn = (type: 'image/png' | 'image/jpeg', picture: Buffer): Drawing => ({
  verdict: { result: 'drawn', type, size: picture.length },
  picture,
})

/** Decodes an image and encodes it again: upright, and without metadata, color profiles, or appended data. */
export function draw(bytes: Buffer, type: PictureType, frame?: PrintFrame): Drawing {
  const head = readPictureHead(bytes, type)
  if (!head || head.width * head.height === 0) return refused('unreadable')
  if (head.width * head.height > pixelsMax) return refused('too many pixels')
  if (head.isMoving) return refused('moves')
  try {
    const decoded = type === 'image/gif' ? fromGif(bytes) : new Transformer(bytes).rotate()
    if (frame) return drawn('image/jpeg', printed(decoded, head, frame))
    if (type !== 'image/jpeg') {
      const picture = decoded.pngSync(fastPng)
      if (picture.length <= losslessBytesMax) return drawn('image/png', picture)
    }
    return drawn('image/jpeg', decoded.jpegSync(jpegQuality))
  } catch {
    // The decoder's message names its own components and bytes of the file, which doesn't help anyone.
    return refused('unreadable')
  }
}

function printed(decoded: Transformer, { width, height }: PictureHead, frame: PrintFrame): Buffer {
  const heightMax = Math.ceil((Math.max(width, frame.width) * frame.height) / frame.width)
  // The size in the head is that before the picture is turned upright.
  const isCut = height > heightMax && (decoded.metadataSync(true).orientation ?? 1) === 1
  // A transformer of its own, because one that cuts and resizes does the slow part first.
  const shown = isCut ? new Transformer(decoded.crop(0, 0, width, heightMax).bmpSync()) : decoded
  const isLarge = width > printMax.width || (!isCut && height > printMax.height)
  return (isLarge ? shown.resize({ ...printMax, fit: ResizeFit.Inside }) : shown).jpegSync(printQuality)
}

function fromGif(bytes: Buffer): Transformer {
  const { pixels, width, height } = decodeGif(bytes)
  return Transformer.fromRgbaPixels(pixels, width, height)
}

if (import.meta.main) {
  giveUpRights()
  const { pictures, frame }: RedrawWork = JSON.parse(process.argv[2] ?? '')
  const input = await readInput()
  let at = 0
  for (const { type, size = input.length } of pictures) {
    const bytes = input.subarray(at, at + size)
    const { verdict, picture } = isPictureType(type) ? draw(bytes, type, frame) : refused('unreadable')
    process.stdout.write(`${JSON.stringify(verdict)}\n`)
    if (picture) process.stdout.write(picture)
    at += size
  }
}
