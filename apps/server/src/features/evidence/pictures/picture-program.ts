/*
 * The child process that looks into pictures which somebody sent: it alone decodes them. It gets one picture on its standard input and
 * answers on its standard output with a line of JSON, followed by the new picture if there is one. `redraw.ts` starts and limits it.
 */
import { Transformer } from '@napi-rs/image'
import { decodeGif } from './decode-gif.ts'
import { giveUpRights, readInput } from './limited-program.ts'
import { isPictureType, readPictureHead, type PictureType } from './picture-head.ts'

/** What the child says about a picture before it sends one. */
export type PictureVerdict =
  | { result: 'drawn'; type: 'image/png' | 'image/jpeg' }
  | { result: 'refused'; why: 'too many pixels' | 'moves' | 'unreadable' }

/** A picture of so many pixels takes 200 MB of memory when it is decoded, at four bytes a pixel. */
export const pixelsMax = 50_000_000
// A picture without loss beyond this is drawn with some: it is only looked at, what was sent is kept.
const losslessBytesMax = 20 * 1024 * 1024
const jpegQuality = 88
// Fast: a screenful is drawn in a tenth of the time of the best, and is a tenth larger.
const fastPng = { compressionType: 1, filterType: 5 }

if (import.meta.main) {
  giveUpRights()
  const [type = ''] = process.argv.slice(2)
  const { verdict, picture } = isPictureType(type)
    ? draw(await readInput(), type)
    : { verdict: { result: 'refused', why: 'unreadable' }, picture: null }
  process.stdout.write(`${JSON.stringify(verdict)}\n`)
  if (picture) process.stdout.write(picture)
}

function refused(why: 'too many pixels' | 'moves' | 'unreadable'): { verdict: PictureVerdict; picture: null } {
  return { verdict: { result: 'refused', why }, picture: null }
}

/** Decodes a picture and writes it anew: upright, and without notes, colour profiles, or whatever lay behind it. */
export function draw(bytes: Buffer, type: PictureType): { verdict: PictureVerdict; picture: Buffer | null } {
  const head = readPictureHead(bytes, type)
  if (!head || head.width * head.height === 0) return refused('unreadable')
  if (head.width * head.height > pixelsMax) return refused('too many pixels')
  if (head.isMoving) return refused('moves')
  try {
    const decoded = type === 'image/gif' ? fromGif(bytes) : new Transformer(bytes).rotate()
    if (type !== 'image/jpeg') {
      const picture = decoded.pngSync(fastPng)
      if (picture.length <= losslessBytesMax) return { verdict: { result: 'drawn', type: 'image/png' }, picture }
    }
    return { verdict: { result: 'drawn', type: 'image/jpeg' }, picture: decoded.jpegSync(jpegQuality) }
  } catch {
    // The decoder's words name its own parts and bytes of the file; they help no one.
    return refused('unreadable')
  }
}

function fromGif(bytes: Buffer): Transformer {
  const { pixels, width, height } = decodeGif(bytes)
  return Transformer.fromRgbaPixels(pixels, width, height)
}
