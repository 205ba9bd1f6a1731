import { isOneOf } from '@signet/contract/narrow'
import { defang } from '@signet/contract/threats/defang'
import { shownTitle } from '@signet/contract/threats/shown-title'
import { anySourceOf } from '@signet/contract/threats/sources'
import { severities } from '@signet/contract/threats/severities'
import { wallClock } from '../companies/company-zone.ts'
import type { Cell } from '../exported-lists/cells.ts'
import type { AnyExporter, Figures, PrintedColumn } from '../exported-lists/exporter.ts'
import { face, ink, line, newPdf, printable, sheet, toneColour } from '../../pdf/look.ts'
import { drawChart } from './draw-charts.ts'
import { number } from '../exported-lists/charts.queries.ts'

/** Maximum number of table rows in a printed report; the figures and charts before the table cover all rows. */
export const printedRowsMax = 1000

export interface PdfReport {
  /** Title of the report, e.g. `Threat report`. */
  reportName: string
  /** Title of the table. */
  title: string
  company: string
  /** PNG or JPEG; null if the company has none. */
  logo: Buffer | null
  period: string
  createdAt: Date
  createdBy: string
  /** Time zone of dates and times, e.g. `Europe/Oslo`. */
  zone: string
  figures: Figures
  columns: readonly (PrintedColumn & { label: string })[]
  /** The number of all rows, printed or not. */
  total: number
  rows: AsyncIterable<Cell[][]>
}

/** The columns of a printed table with their heads. */
export const printedColumnsOf = ({
  columns,
  printed,
}: Pick<AnyExporter, 'columns' | 'printed'>): PdfReport['columns'] =>
  printed.map((each) => ({ label: columns[each.column]?.label ?? '', ...each }))

type Doc = PDFKit.PDFDocument

const { margin, inner } = sheet

/**
 * A printable report: a cover with the company's logo, key figures and charts drawn as vector graphics, and a table with page numbers: some
 * 40 pages of text.
 */
export async function writePdf(report: PdfReport): Promise<AsyncIterable<Uint8Array>> {
  const title = `${report.reportName}: ${report.company}, ${report.period}`
  const doc = await newPdf(title, report.createdAt, { autoFirstPage: false })
  drawCover(doc, report)
  drawFigures(doc, report)
  const printed = await drawTable(doc, report)
  if (printed < report.total) drawRest(doc, printed, report.total)
  numberPages(doc, report)
  doc.end()
  return doc
}

function drawCover(
  doc: Doc,
  { reportName, company, logo, period, createdAt, createdBy, zone, figures }: PdfReport,
): void {
  doc.addPage()
  const split = 430
  doc.rect(0, 0, sheet.width, split).fill(ink.deep)
  // Rings that extend beyond the page, like those of a seal.
  doc.save().rect(0, 0, sheet.width, split).clip()
  for (const [index, radius] of [70, 120, 170, 220, 270].entries()) {
    doc
      .circle(sheet.width - 60, split - 30, radius)
      .lineWidth(14)
      .strokeOpacity(0.16 - index * 0.025)
      .strokeColor(ink.soft)
      .stroke()
  }
  doc.restore()
  drawLogo(doc, logo, company)
  doc.font(face.bold).fontSize(38).fillColor(ink.white)
  line(doc, reportName, margin, 250, inner)
  doc.rect(margin, 306, 54, 4).fill(ink.accent)
  doc.font(face.plain).fontSize(16).fillColor(ink.soft)
  line(doc, period.charAt(0).toUpperCase() + period.slice(1), margin, 328, inner)

  doc.font(face.bold).fontSize(22).fillColor(ink.text)
  line(doc, company, margin, split + 48, inner)
  const made = createdAt.toLocaleDateString('en-GB', {
    timeZone: zone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  doc.font(face.plain).fontSize(11).fillColor(ink.quiet)
  line(doc, `Made on ${made} for ${createdBy}`, margin, split + 80, inner)
  drawKey(doc, figures, split + 130)
  doc.fontSize(9).font(face.plain).fillColor(ink.quiet)
  line(doc, `Confidential. For ${company} only.`, margin, sheet.height - 62, inner)
  line(doc, 'Prepared with Signet, brand protection and threat monitoring.', margin, sheet.height - 48, inner)
}

function drawLogo(doc: Doc, logo: Buffer | null, company: string): void {
  const box = { x: margin, y: 64, width: 180, height: 72 }
  if (logo) {
    try {
      // On a white background, because logos are designed for it.
      const image = doc.openImage(logo)
      const scale = Math.min((box.width - 24) / image.width, (box.height - 24) / image.height)
      const [width, height] = [image.width * scale, image.height * scale]
      doc.roundedRect(box.x, box.y, width + 24, height + 24, 8).fill(ink.white)
      doc.image(image, box.x + 12, box.y + 12, { width, height })
      return
    } catch {
      // An unreadable image must not prevent the report.
    }
  }
  const initials = printable(company)
    .split(' ')
    .map(([first = '']) => first)
    .join('')
    .slice(0, 2)
    .toUpperCase()
  doc.roundedRect(box.x, box.y, 64, 64, 12).fill(ink.accent)
  doc.font(face.bold).fontSize(26).fillColor(ink.white)
  line(doc, initials, box.x, box.y + 20, 64, 'center')
}

/** Draws the key figures in one row. */
function drawKey(doc: Doc, { key }: Figures, y: number): void {
  const gap = 12
  const width = (inner - gap * (key.length - 1)) / key.length
  for (const [index, { label, value, note }] of key.entries()) {
    const x = margin + index * (width + gap)
    doc.roundedRect(x, y, width, 84, 6).fill(ink.band)
    doc.font(face.plain).fontSize(8.5).fillColor(ink.quiet)
    line(doc, label, x + 12, y + 14, width - 20)
    doc.font(face.bold).fontSize(22).fillColor(ink.text)
    line(doc, value, x + 12, y + 31, width - 20)
    doc.font(face.plain).fontSize(8.5).fillColor(ink.quiet)
    line(doc, note, x + 12, y + 61, width - 20)
  }
}

function drawFigures(doc: Doc, { figures }: PdfReport): void {
  doc.addPage()
  heading(doc, 'At a glance', margin + 10)
  const [first, second, third, fourth] = figures.charts
  const half = (inner - 14) / 2
  const top = margin + 48
  if (first) drawChart(doc, first, { x: margin, y: top, width: half, height: 220 })
  if (second) drawChart(doc, second, { x: margin + half + 14, y: top, width: half, height: 220 })
  if (third) drawChart(doc, third, { x: margin, y: top + 234, width: inner, height: 230 })
  if (fourth) drawChart(doc, fourth, { x: margin, y: top + 478, width: inner, height: 160 })
  doc.font(face.plain).fontSize(7.5).fillColor(ink.quiet)
  for (const [index, note] of (figures.notes ?? []).entries()) line(doc, note, margin, top + 646 + index * 11, inner)
}

function heading(doc: Doc, text: string, y: number): void {
  doc.font(face.bold).fontSize(17).fillColor(ink.text)
  line(doc, text, margin, y, inner)
}

const rowHeight = 19
const tableEnd = sheet.height - 62

const cellSize = 8.5
/** In points: before and after the text of a cell, and before that of a severity, which has a dot. */
const indents = { text: 6, severity: 17, end: 4 }

interface Place {
  label: string
  x: number
  width: number
}

/** @returns how many rows were printed */
async function drawTable(doc: Doc, { columns, rows, title, total, zone }: PdfReport): Promise<number> {
  const printed: string[][] = []
  for await (const batch of rows) {
    for (const row of batch) printed.push(columns.map((column) => cellWords(row, column, zone)))
  }
  const places = placesOf(doc, columns, printed)
  let y = 0
  for (const [index, texts] of printed.entries()) {
    if (y === 0 || y + rowHeight > tableEnd) {
      doc.addPage()
      y = margin + 10
      if (index === 0) {
        heading(doc, title, y)
        doc.font(face.plain).fontSize(9).fillColor(ink.quiet)
        const times = `times in ${zone.replaceAll('_', ' ')}`
        line(doc, `${number.format(total)} in all, newest first; ${times}`, margin, y + 24, inner)
        y += 48
      }
      y = drawHead(doc, places, y)
    }
    if (index % 2 === 1) doc.rect(margin, y, inner, rowHeight).fill(ink.band)
    drawRow(doc, places, texts, y)
    y += rowHeight
  }
  return printed.length
}

/** Where the columns are: each as wide as its longest text if there is room, otherwise the widest ones give way. */
function placesOf(doc: Doc, columns: PdfReport['columns'], printed: readonly string[][]): Place[] {
  doc.font(face.bold).fontSize(cellSize)
  const heads = columns.map(({ label }) => doc.widthOfString(label) + indents.text)
  doc.font(face.plain)
  const widthOf = (text: string) => doc.widthOfString(printable(text)) + indentOf(text)
  const wanted = heads.map(
    (head, index) => printed.reduce((most, texts) => Math.max(most, widthOf(texts[index] ?? '')), head) + indents.end,
  )
  const widths = fitted(wanted, inner)
  let x = margin
  return columns.map(({ label }, index) => {
    const place = { label, x, width: widths[index] ?? 0 }
    x += place.width
    return place
  })
}

/** Widths that make up a whole: free room goes to all of them, missing room is taken from the widest ones. */
function fitted(wanted: readonly number[], whole: number): number[] {
  const free = whole - wanted.reduce((sum, width) => sum + width, 0)
  if (free >= 0) return wanted.map((width) => width + free / wanted.length)
  let [left, most] = [whole, 0]
  for (const [index, width] of wanted.toSorted((a, b) => a - b).entries()) {
    most = left / (wanted.length - index)
    if (width > most) break
    left -= width
  }
  return wanted.map((width) => Math.min(width, most))
}

function drawHead(doc: Doc, places: readonly Place[], y: number): number {
  doc.font(face.bold).fontSize(cellSize).fillColor(ink.quiet)
  for (const { label, x, width } of places) line(doc, label, x + indents.text, y + 5, width - indents.text)
  doc
    .moveTo(margin, y + rowHeight)
    .lineTo(margin + inner, y + rowHeight)
    .lineWidth(1)
    .strokeColor(ink.text)
    .stroke()
  return y + rowHeight + 2
}

function drawRow(doc: Doc, places: readonly Place[], texts: readonly string[], y: number): void {
  for (const [index, { x, width }] of places.entries()) {
    const text = texts[index] ?? ''
    if (isOneOf(severities, text)) doc.circle(x + 10, y + rowHeight / 2 - 0.5, 3.2).fill(toneColour[text])
    doc.font(face.plain).fontSize(cellSize).fillColor(ink.text)
    // Two of the points at the end remain empty, so that a rounding error cuts nothing.
    line(doc, text, x + indentOf(text), y + 5.5, width - indentOf(text) - 2)
  }
}

const indentOf = (text: string) => (isOneOf(severities, text) ? indents.severity : indents.text)

/** A cell as text. Addresses are defanged, because readers of PDF files turn them into links. */
function cellWords(row: readonly Cell[], { column, source }: PrintedColumn, zone: string): string {
  const cell = row[column] ?? null
  if (cell instanceof Date) return wallClock(cell, zone).toISOString().slice(0, 16).replace('T', ' ')
  const text = cell === null ? '' : String(cell)
  const threatSource = source === undefined ? null : anySourceOf(String(row[source]))
  if (threatSource) return shownTitle(threatSource, text)
  return text.includes('://') ? defang(text) : text
}

/** States how many rows were left out, on the last page of the table if there is room. */
function drawRest(doc: Doc, printed: number, total: number): void {
  doc.font(face.plain).fontSize(8.5).fillColor(ink.quiet)
  const text = `The newest ${number.format(printed)} of ${number.format(total)} are printed; the CSV and XLSX exports hold them all.`
  line(doc, text, margin, tableEnd + 6, inner)
}

function numberPages(doc: Doc, { company, reportName }: PdfReport): void {
  const { count } = doc.bufferedPageRange()
  // The cover has no page number but is counted.
  for (let page = 1; page < count; page += 1) {
    doc.switchToPage(page)
    doc
      .moveTo(margin, sheet.height - 42)
      .lineTo(margin + inner, sheet.height - 42)
      .lineWidth(0.5)
      .strokeColor(ink.line)
      .stroke()
    doc.font(face.plain).fontSize(8).fillColor(ink.quiet)
    line(doc, `${company} · ${reportName} · Confidential`, margin, sheet.height - 34, inner - 80)
    line(doc, `Page ${page + 1} of ${count}`, margin + inner - 80, sheet.height - 34, 80, 'right')
  }
}
