import type { AnyExporter } from '../exported-lists/exporter.ts'
import { face, ink, line, newPdf, sheet } from '../../pdf/look.ts'
import { drawChart } from './draw-charts.ts'
import { drawCover, type Cover } from './draw-cover.ts'
import { drawTable, type PrintedTable } from './draw-table.ts'

/** Maximum number of table rows in a printed report; the figures and charts before the table cover all rows. */
export const printedRowsMax = 1000

export type PdfReport = Cover & PrintedTable

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
  // Charts of nothing would say less than the sentence on the cover.
  if (report.total > 0) {
    drawFigures(doc, report)
    await drawTable(doc, report)
  }
  numberPages(doc, report)
  doc.end()
  return doc
}

function drawFigures(doc: Doc, { figures }: PdfReport): void {
  doc.addPage()
  doc.font(face.bold).fontSize(17).fillColor(ink.text)
  line(doc, 'At a glance', margin, margin + 10, inner)
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

function numberPages(doc: Doc, { company, reportName, period }: PdfReport): void {
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
    line(doc, `${company} · ${reportName}, ${period} · Confidential`, margin, sheet.height - 34, inner - 80)
    line(doc, `Page ${page + 1} of ${count}`, margin + inner - 80, sheet.height - 34, 80, 'right')
  }
}
