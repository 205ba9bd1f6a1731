/*
 * The child process that parses PDFs. It is the only one that does, using PDFium, the renderer of Chromium, compiled to WebAssembly. It
 * reads one file from standard input and writes an image of the first page to standard output, or nothing if there is none to display.
 * `first-pages.ts` starts and limits it.
 */
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { encodePng } from './encode-png.ts'
import { giveUpRights, readInput } from '../../../child-processes/limited-program.ts'

/** Pixels: twice the width of the panel it is displayed in, for screens with two pixels per point. */
const widthMax = 760
const heightMax = 1400

const library = await PDFiumLibrary.init()
giveUpRights()
const picture = await draw(await readInput())
if (picture) process.stdout.write(picture)

async function draw(pdf: Uint8Array): Promise<Uint8Array | null> {
  let document
  try {
    document = await library.loadDocument(pdf)
  } catch {
    // It isn't a PDF, is damaged, or is protected by a password: there is nothing to display.
    return null
  }
  try {
    if (document.getPageCount() < 1) return null
    const page = document.getPage(0)
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
    if (!(width > 0 && height > 0)) return null
    const scale = Math.min(widthMax / width, heightMax / height)
    const size = { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
    const { data } = await page.render({ ...size, scale: 1 })
    return encodePng({ ...size, rgba: data })
  } finally {
    document.destroy()
  }
}
