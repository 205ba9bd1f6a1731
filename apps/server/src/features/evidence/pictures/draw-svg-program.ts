/*
 * The child process that draws SVG files; it is the only one that does. It reads one file from standard input and writes it as a PNG to
 * standard output, or nothing if it can't be drawn. `draw-svg.ts` starts and limits it.
 */
import { Transformer } from '@napi-rs/image'
import { giveUpRights, readInput } from '../../../child-processes/limited-program.ts'

/** Pixels: 300 per inch of the place for a logo on the cover of a report. */
const [widthMax, heightMax] = [640, 200]

/**
 * The library reads the pictures that a file names from disk. Besides, an entity could write such an element, and a compressed file hides
 * it: that one doesn't decode as text.
 */
const loads = /<(?:[^\s<>/:]+:)?(?:image|feImage)\b|<!ENTITY/i

if (import.meta.main) {
  giveUpRights()
  const picture = draw(await readInput())
  if (picture) process.stdout.write(picture)
}

function draw(bytes: Buffer): Buffer | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.trimStart().startsWith('<') || loads.test(text)) return null
    const image = Transformer.fromSvg(text)
    const { width, height } = image.metadataSync()
    const scale = Math.min(1, widthMax / width, heightMax / height)
    return image.resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))).pngSync()
  } catch {
    // It isn't an SVG, is damaged, or is too large.
    return null
  }
}
