import type { Buffer } from 'node:buffer'
import { describeFile, TextCollector, wordsOf, type ReadDocument } from '../document.ts'
import { pdfTime } from './pdf-time.ts'
import { OpenPdf } from './pdfium.ts'
import { readPlainCopy } from './plain-copy.ts'

const attachmentsMax = 1000

/** What a PDF says, beyond what every document does. */
export interface Pdf extends ReadDocument {
  pages: number
  /** The program that wrote the original, and the one that made a PDF of it. */
  creator: string | null
  producer: string | null
  encrypted: boolean
  /** Authors in its XMP metadata; null if that is missing or names none. */
  xmpAuthor: string | null
  hasJavaScript: boolean
  /** Names of the files that are attached to it. */
  attachments: string[]
}

/**
 * Reads a PDF (ISO 32000-1) with PDFium. Text outside of the visible part of a page is left out, and dates keep their offset from UTC.
 *
 * @param password to open it with
 * @throws UnreadableFile
 */
export function readPdf(bytes: Buffer, password = ''): Promise<Pdf> {
  return OpenPdf.read(bytes, password, (pdf) => describe(pdf, bytes))
}

function describe(pdf: OpenPdf, bytes: Buffer): Pdf {
  const text = new TextCollector()
  const pages = pdf.ask('FPDF_GetPageCount')
  for (let page = 0; page < pages; page++) text.add(`${pageText(pdf, page)}\n\n`)
  const value = (key: string) => pdf.metaText(key) || null
  const { xmpAuthor, hasJavaScript, externalLinks } = readPlainCopy(pdf.plainCopy())
  return {
    ...describeFile('pdf', bytes),
    pages,
    title: value('Title'),
    author: value('Author'),
    subject: value('Subject'),
    keywords: value('Keywords'),
    creator: value('Creator'),
    producer: value('Producer'),
    created: pdfTime(pdf.metaText('CreationDate')),
    modified: pdfTime(pdf.metaText('ModDate')),
    encrypted: pdf.ask('FPDF_GetSecurityHandlerRevision') !== -1,
    xmpAuthor,
    hasJavaScript: hasJavaScript || pdf.ask('FPDFDoc_GetJavaScriptActionCount') > 0,
    attachments: attachmentsOf(pdf),
    externalLinks,
    ...wordsOf(text.toString()),
    text: text.toString(),
  }
}

/** A damaged page has no text. */
function pageText(pdf: OpenPdf, number: number): string {
  const page = pdf.ask('FPDF_LoadPage', number)
  if (page === 0) return ''
  const text = pdf.call('FPDFText_LoadPage', page)
  const read = text === 0 ? '' : visibleText(pdf, page, text)
  if (text !== 0) pdf.call('FPDFText_ClosePage', text)
  pdf.call('FPDF_ClosePage', page)
  // PDFium marks hyphens at the ends of lines as U+FFFE. A font without names for its glyphs often has a space as U+0003.
  return read
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\0\uFFFE]/g, '')
    .replaceAll(/[^\P{Cc}\s]/gu, ' ')
}

function visibleText(pdf: OpenPdf, page: number, text: number): string {
  const count = pdf.call('FPDFText_CountChars', text)
  const box = pdf.rectangle((at) => pdf.call('FPDF_GetPageBoundingBox', page, at))
  if (count <= 0 || !box) return ''
  const at = pdf.allocate((count + 1) * 2)
  const length = pdf.call('FPDFText_GetBoundedText', text, ...box, at, count + 1)
  return pdf.textAt(at, Math.min(length, count) * 2)
}

function attachmentsOf(pdf: OpenPdf): string[] {
  const count = Math.min(attachmentsMax, pdf.ask('FPDFDoc_GetAttachmentCount'))
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    pdf.string('FPDFAttachment_GetName', pdf.ask('FPDFDoc_GetAttachment', index)),
  )
}
