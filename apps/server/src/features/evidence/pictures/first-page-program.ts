/*
 * The child process that looks into PDFs: it alone parses them, by PDFium, the renderer of Chromium, compiled to WebAssembly. It gets one
 * file on its standard input and answers on its standard output with a picture of the first page, or with nothing when there is none
 * to show. `first-pages.ts` starts and limits it.
 */
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { encodePng } from './encode-png.ts'
import { giveUpRights, readInput } from './limited-program.ts'

/** Pixels: twice the width of the panel it is shown in, for screens of two pixels a point. */
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
    // Not a PDF after all, broken, or closed by a password: there is nothing to show.
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
