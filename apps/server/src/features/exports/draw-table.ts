import { isOneOf } from '@signet/contract/narrow'
import { defang } from '@signet/contract/threats/defang'
import { shownTitle } from '@signet/contract/threats/shown-title'
import { anySourceOf } from '@signet/contract/threats/sources'
import { severities } from '@signet/contract/threats/severities'
import { wallClock } from '../companies/company-zone.ts'
import type { Cell } from '../exported-lists/cells.ts'
import type { PrintedColumn } from '../exported-lists/exporter.ts'
import { brokenLines, face, ink, line, printable, sheet, toneColour } from '../../pdf/look.ts'
import { number } from '../exported-lists/charts.queries.ts'

type Doc = PDFKit.PDFDocument

/** The table of a report. */
export interface PrintedTable {
  title: string
  columns: readonly (PrintedColumn & { label: string })[]
  /** The number of all rows, printed or not. */
  total: number
  rows: AsyncIterable<Cell[][]>
  /** Time zone of dates and times, e.g. `Europe/Oslo`. */
  zone: string
}

const { margin, inner } = sheet
/** In points: a row of one line, and each line more. */
const [rowHeight, lineHeight] = [18, 10]
const cellLinesMax = 3
const tableEnd = sheet.height - 56
const headHeight = rowHeight + 2
const titleHeight = 48
/** A last page with fewer rows gets some of the page before. */
const lastPageMin = 4

const cellSize = 8
/** In points: before and after the text of a cell, and before that of a severity, which has a dot. */
const indents = { text: 6, severity: 17, end: 4 }

interface Place {
  label: string
  empty: string | undefined
  x: number
  width: number
}
/** The texts of a row, each broken into the lines of its cell. */
type Row = readonly (readonly string[])[]

/** Draws the rows on as many pages as they need, each with the head of the table. */
export async function drawTable(doc: Doc, { columns, rows, title, total, zone }: PrintedTable): Promise<void> {
  const printed: string[][] = []
  for await (const batch of rows) {
    for (const row of batch) printed.push(columns.map((column) => cellWords(row, column, zone)))
  }
  const places = placesOf(doc, columns, printed)
  doc.font(face.plain).fontSize(cellSize)
  const broken = printed.map((texts) =>
    places.map(({ width }, index) => {
      const text = texts[index] ?? ''
      // Two of the points at the end remain empty, so that a rounding error cuts nothing.
      return brokenLines(doc, text, width - indentOf(text) - 2, cellLinesMax)
    }),
  )
  for (const [pageIndex, page] of pagesOf(broken).entries()) {
    doc.addPage()
    let y = margin + 10
    if (pageIndex === 0) {
      doc.font(face.bold).fontSize(17).fillColor(ink.text)
      line(doc, title, margin, y, inner)
      doc.font(face.plain).fontSize(9).fillColor(ink.quiet)
      line(doc, aboutRows(printed.length, total, zone), margin, y + 24, inner)
      y += titleHeight
    }
    y = drawHead(doc, places, y)
    for (const [index, row] of page.entries()) {
      const height = heightOf(row)
      if (index % 2 === 1) doc.rect(margin, y, inner, height).fill(ink.band)
      drawRow(doc, places, row, y)
      y += height
    }
  }
}

function aboutRows(printed: number, total: number, zone: string): string {
  const some = `, the first ${number.format(printed)} printed; CSV and XLSX exports hold them all`
  const times = `times in ${zone.replaceAll('_', ' ')}`
  return `${number.format(total)} in all, newest first${printed < total ? some : ''}; ${times}`
}

const heightOf = (row: Row): number => rowHeight + (Math.max(1, ...row.map((lines) => lines.length)) - 1) * lineHeight

/** The rows of each page. The last page isn't left with only a few of them. */
function pagesOf(rows: readonly Row[]): Row[][] {
  const pages: Row[][] = []
  let left = 0
  for (const row of rows) {
    const height = heightOf(row)
    if (height > left) {
      left = tableEnd - margin - 10 - headHeight - (pages.length === 0 ? titleHeight : 0)
      pages.push([])
    }
    pages.at(-1)?.push(row)
    left -= height
  }
  const [before, last] = pages.slice(-2)
  if (before && last && last.length < lastPageMin) last.unshift(...before.splice(last.length - lastPageMin))
  return pages
}

/** Where the columns are: each as wide as its longest text if there is room; otherwise titles are broken first. */
function placesOf(doc: Doc, columns: PrintedTable['columns'], printed: readonly string[][]): Place[] {
  doc.font(face.bold).fontSize(cellSize)
  const heads = columns.map(({ label }) => doc.widthOfString(label) + indents.text)
  doc.font(face.plain)
  const widthOf = (text: string) => doc.widthOfString(printable(text)) + indentOf(text)
  const wanted = heads.map(
    (head, index) => printed.reduce((most, texts) => Math.max(most, widthOf(texts[index] ?? '')), head) + indents.end,
  )
  const widths = fitted(
    wanted,
    columns.findIndex(({ source }) => source !== undefined),
  )
  let x = margin
  return columns.map(({ label, empty }, index) => {
    const place = { label, empty, x, width: widths[index] ?? 0 }
    x += place.width
    return place
  })
}

/** Of a column with titles. */
const titleMin = 110

/** Widths that make up the page: free room goes to all, missing room is taken from the titles, then from the widest ones. */
function fitted(wanted: readonly number[], titles: number): number[] {
  const free = inner - wanted.reduce((sum, width) => sum + width, 0)
  if (free >= 0) return wanted.map((width) => width + free / wanted.length)
  const width = wanted[titles] ?? 0
  if (width + free >= titleMin) return wanted.with(titles, width + free)
  const others = wanted.map((each, index) => (index === titles ? Math.min(each, titleMin) : each))
  let [left, most] = [inner, 0]
  for (const [index, each] of others.toSorted((a, b) => a - b).entries()) {
    most = left / (others.length - index)
    if (each > most) break
    left -= each
  }
  return others.map((each) => Math.min(each, most))
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

function drawRow(doc: Doc, places: readonly Place[], row: Row, y: number): void {
  for (const [index, { x, empty }] of places.entries()) {
    const lines = row[index] ?? []
    const [text = ''] = lines
    if (isOneOf(severities, text)) doc.circle(x + 10, y + rowHeight / 2 - 0.5, 3.2).fill(toneColour[text])
    doc
      .font(face.plain)
      .fontSize(cellSize)
      .fillColor(text === empty ? ink.quiet : ink.text)
    for (const [at, one] of lines.entries()) {
      doc.text(one, x + indentOf(text), y + 5.5 + at * lineHeight, { lineBreak: false })
    }
  }
}

const indentOf = (text: string) => (isOneOf(severities, text) ? indents.severity : indents.text)

/** A cell as text. Addresses are defanged, because readers of PDF files turn them into links. */
function cellWords(row: readonly Cell[], { column, source, empty = '' }: PrintedColumn, zone: string): string {
  const cell = row[column] ?? null
  if (cell instanceof Date) return wallClock(cell, zone).toISOString().slice(0, 16).replace('T', ' ')
  const text = cell === null || cell === '' ? empty : String(cell)
  const threatSource = source === undefined ? null : anySourceOf(String(row[source]))
  if (threatSource) return shownTitle(threatSource, text)
  return text.includes('://') ? defang(text) : text
}
