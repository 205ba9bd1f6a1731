import { PDFiumLibrary } from '@hyzyla/pdfium'
import { Transformer } from '@napi-rs/image'
import { buffer } from 'node:stream/consumers'
// The types declare only the default export.
// oxlint-disable-next-line import/no-named-as-default
import PDFDocument from 'pdfkit'

/** A picture of some lines of text, like the creative of an ad: dark letters on a light ground. */
export async function textPicture(
  lines: readonly string[],
  { size = 28, format = 'png' }: { size?: number; format?: 'png' | 'jpeg' } = {},
): Promise<Buffer> {
  const doc = new PDFDocument({ size: [800, 418], margin: 40 })
  doc.rect(0, 0, 800, 418).fill('#e6f0f4')
  doc.fill('#0b2a4a').fontSize(size)
  for (const line of lines) doc.text(line)
  doc.end()
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(await buffer(doc))
    const { data, width, height } = await document.getPage(0).render({ width: 800, height: 418, scale: 1 })
    document.destroy()
    const picture = Transformer.fromRgbaPixels(data, width, height)
    return format === 'png' ? picture.pngSync() : picture.jpegSync(80)
  } finally {
    library.destroy()
  }
}
