/*
 * Draws first pages of PDFs on a thread of its own: PDFium, the renderer of Chromium, compiled to WebAssembly, which sees the bytes it
 * is given and nothing else of the machine. One message in, one out; the picture is what a PDF viewer shows.
 */
import { parentPort } from 'node:worker_threads'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { encodePng } from './encode-png.ts'

/** Pixels: twice the width of the panel it is shown in, for screens of two pixels a point. */
const widthMax = 760
const heightMax = 1400

const library = await PDFiumLibrary.init()

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

parentPort?.on('message', (pdf: Uint8Array) => void answer(pdf))

async function answer(pdf: Uint8Array): Promise<void> {
  const picture = await draw(pdf)
  // A port between threads has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(picture)
}
