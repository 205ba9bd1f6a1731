import type { Severity } from '@signet/contract/threats/severities'

interface OpenedImage {
  width: number
  height: number
}
// What the library can do with images and its types don't declare: PDFKit, documentation, `images`.
declare global {
  namespace PDFKit.Mixins {
    interface PDFImage {
      openImage(bytes: Buffer): OpenedImage
      image(opened: OpenedImage, x: number, y: number, options: { width: number; height?: number }): this
    }
  }
}

/** Points: A4 with a margin on all sides. */
export const sheet = { width: 595.28, height: 841.89, margin: 40, inner: 515 }

export const ink = {
  text: '#1b2437',
  quiet: '#667085',
  line: '#d9dee7',
  band: '#f4f6fa',
  deep: '#16233f',
  accent: '#2f6fed',
  soft: '#a9c3f8',
  rest: '#9aa5b8',
  white: '#ffffff',
}

/**
 * An A4 document in English. Pages can be numbered only when all of them are known, so it stays in memory until then. The library is loaded
 * when needed: with its fonts it takes as long as a tenth of a server's start.
 */
export async function newPdf(title: string, createdAt: Date, options?: { autoFirstPage: false }) {
  const { default: PDFDocument } = await import('pdfkit')
  const info = { Title: printable(title), Author: 'Signet', CreationDate: createdAt }
  return new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en-GB',
    displayTitle: true,
    info,
    ...options,
  })
}

export const toneColour: Record<Severity, string> = {
  Critical: '#b3261e',
  High: '#dd6b20',
  Medium: '#d69e2e',
  Low: '#6b8fb5',
}

export const face = { plain: 'Helvetica', bold: 'Helvetica-Bold' }

// Characters of the built-in fonts beyond Latin-1 (Windows-1252).
const extra = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

const isPrintable = (sign: string) =>
  (sign >= ' ' && sign <= '~') || (sign >= '\u00a0' && sign <= '\u00ff') || extra.has(sign)

/**
 * Text that the built-in fonts can show: unsupported accents are removed, other unsupported characters become a question mark. The full
 * text is in the CSV and XLSX formats of the same export.
 */
export function printable(text: string): string {
  return Array.from(text.toWellFormed().normalize('NFC').replaceAll(/\s+/g, ' '), (sign) => {
    if (isPrintable(sign)) return sign
    const [base = ''] = sign.normalize('NFKD')
    return isPrintable(base) ? base : '?'
  }).join('')
}

/** The text, shortened with an ellipsis if it is wider than this. It must be printable. */
function shortened(doc: PDFKit.PDFDocument, whole: string, width: number): string {
  if (doc.widthOfString(whole) <= width) return whole
  return `${whole.slice(0, fitting(doc, whole, width, '…'))}…`
}

/** How many characters of a text fit, with these after them. A binary search, because a title may have 500 characters. */
function fitting(doc: PDFKit.PDFDocument, text: string, width: number, after = ''): number {
  let [fits, tooLong] = [0, text.length + 1]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (doc.widthOfString(text.slice(0, middle) + after) <= width) fits = middle
    else tooLong = middle
  }
  return fits
}

/** The text in at most this many lines, broken at spaces or behind signs of an address, and the last one shortened if need be. */
export function brokenLines(doc: PDFKit.PDFDocument, text: string, width: number, linesMax: number): string[] {
  const lines: string[] = []
  let rest = printable(text).trim()
  while (doc.widthOfString(rest) > width && lines.length < linesMax - 1) {
    const fits = Math.max(1, fitting(doc, rest, width))
    const broken = /^.*(?:\s|[/?&=_]|\[\.\]|-)(?=.)/s.exec(rest.slice(0, fits + 1))?.[0].length ?? 0
    // A break near the start would waste most of the line.
    const at = broken > fits / 2 ? broken : fits
    lines.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  return [...lines, shortened(doc, rest, width)]
}

/** One line of text, shortened with an ellipsis if it doesn't fit. */
export function line(
  doc: PDFKit.PDFDocument,
  text: string,
  x: number,
  y: number,
  width: number,
  align: 'left' | 'right' | 'center' = 'left',
): void {
  const shown = shortened(doc, printable(text), width)
  const free = width - doc.widthOfString(shown)
  const shift = align === 'left' ? 0 : align === 'right' ? free : free / 2
  doc.text(shown, x + shift, y, { lineBreak: false })
}
