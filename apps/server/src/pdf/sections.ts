import { face, ink, line, printable, sheet } from './look.ts'

/*
 * The parts of a printed report about one record. Each is drawn at a height, on a new page where it needs one, and returns the height
 * below.
 */

type Doc = PDFKit.PDFDocument

const { margin, inner } = sheet
const labelWidth = 120
export const bottom = sheet.height - 56

/** An instant as reports print it. @param instant ISO 8601 in UTC */
export const utc = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} UTC`

/** Labels with their values; those without a value aren't printed. */
export type FactRows = readonly (readonly [label: string, value: string | null | undefined])[]

/** The title of a report across the page, and one line about it. @returns the y below it */
export function drawHead(doc: Doc, title: string, about: string): number {
  doc.rect(0, 0, sheet.width, 96).fill(ink.deep)
  doc.font(face.bold).fontSize(22).fillColor(ink.white)
  line(doc, title, margin, 28, inner)
  doc.font(face.plain).fontSize(10.5).fillColor(ink.soft)
  line(doc, about, margin, 60, inner)
  return 116
}

/** The y where a block of this height fits: here, or on a new page. */
export function roomFor(doc: Doc, y: number, height: number): number {
  if (y + height <= bottom) return y
  doc.addPage()
  return margin
}

export const headingHeight = 24

/** A heading that stays on a page with what follows it. */
export function drawHeading(doc: Doc, title: string, y: number, firstHeight: number): number {
  const at = roomFor(doc, y + 8, headingHeight + firstHeight)
  doc.font(face.bold).fontSize(12.5).fillColor(ink.text)
  line(doc, title, margin, at, inner)
  doc
    .moveTo(margin, at + 17)
    .lineTo(margin + inner, at + 17)
    .lineWidth(0.5)
    .strokeColor(ink.line)
    .stroke()
  return at + headingHeight
}

/** Nothing if no fact is known. */
export function drawFacts(doc: Doc, title: string, facts: FactRows, from: number): number {
  const known = facts.flatMap(([label, value]) =>
    value ? [[label, printable(value.slice(0, valueMax))] as const] : [],
  )
  if (known.length === 0) return from
  let y = drawHeading(doc, title, from, rowMin)
  for (const [label, value] of known) {
    const width = inner - labelWidth
    const height = Math.max(rowMin, doc.font(face.plain).fontSize(9.5).heightOfString(value, { width }) + 3)
    y = roomFor(doc, y, height)
    doc.fillColor(ink.quiet)
    line(doc, label, margin, y, labelWidth - 8)
    doc.fillColor(ink.text).text(value, margin + labelWidth, y, { width })
    y += height
  }
  return y
}
/** Longer values are cut. */
export const valueMax = 1500
const rowMin = 15

/** Nothing if there are no lines. */
export function drawLines(doc: Doc, title: string, lines: readonly string[], from: number): number {
  if (lines.length === 0) return from
  let y = drawHeading(doc, title, from, rowMin)
  for (const text of lines.map((one) => printable(one.slice(0, valueMax)))) {
    const height = doc.font(face.plain).fontSize(9).heightOfString(text, { width: inner }) + 3
    y = roomFor(doc, y, height)
    doc.fillColor(ink.text).text(text, margin, y, { width: inner })
    y += height
  }
  return y
}

/** A footer on every page: what the report is about, and the number of the page. */
export function numberPages(doc: Doc, about: string): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    doc.font(face.plain).fontSize(8).fillColor(ink.quiet)
    line(doc, about, margin, sheet.height - 34, inner - 80)
    line(doc, `Page ${page + 1} of ${count}`, margin + inner - 80, sheet.height - 34, 80, 'right')
  }
}
