import type { ViewBox } from '@signet/contract/threats/lookalike-proofs'
import type { Bar, Chart } from '../exported-lists/exporter.ts'
import { face, ink, line, printable, toneColour } from '../../pdf/look.ts'
import { number, othersLabel } from '../exported-lists/charts.queries.ts'

type Doc = PDFKit.PDFDocument
/** In points. */
type Box = ViewBox

const padding = 14

/** Draws a chart with its title into a box as vector graphics. */
export function drawChart(doc: Doc, chart: Chart, box: Box): void {
  doc.roundedRect(box.x, box.y, box.width, box.height, 6).lineWidth(0.8).strokeColor(ink.line).stroke()
  doc.font(face.bold).fontSize(10.5).fillColor(ink.text)
  line(doc, chart.title, box.x + padding, box.y + padding, box.width - 2 * padding)
  if (chart.note) {
    const start = box.x + padding + doc.widthOfString(printable(chart.title)) + 6
    doc.font(face.plain).fontSize(8.5).fillColor(ink.quiet)
    line(doc, chart.note, start, box.y + padding + 1.6, box.x + box.width - padding - start)
  }
  const inner = {
    x: box.x + padding,
    y: box.y + padding + 24,
    width: box.width - 2 * padding,
    height: box.height - 2 * padding - 24,
  }
  if (chart.data.every(({ value }) => value === 0)) {
    doc.font(face.plain).fontSize(9).fillColor(ink.quiet)
    line(doc, 'Nothing to show here.', inner.x, inner.y + inner.height / 2 - 6, inner.width, 'center')
  } else if (chart.form === 'bars') drawBars(doc, chart.data, inner)
  else drawColumns(doc, chart.data, inner)
}

const rowMax = 38
/** Of a date below a column, in points. */
const labelWidth = 44

function drawBars(doc: Doc, data: readonly Bar[], box: Box): void {
  doc.font(face.plain).fontSize(8.5)
  const row = Math.min(rowMax, box.height / data.length)
  const labels = Math.min(box.width / 2, Math.max(...data.map(({ label }) => doc.widthOfString(printable(label)))) + 8)
  const texts = data.map(({ text, value }) => text ?? number.format(value))
  const ends = Math.max(...texts.map((text) => doc.widthOfString(text))) + 6
  const most = Math.max(...data.map(({ value }) => value))
  const room = box.width - labels - ends
  for (const [index, { label, value, tone }] of data.entries()) {
    const y = box.y + index * row + row * 0.1
    const height = Math.min(16, row * 0.55)
    const length = value === 0 ? 0 : Math.max(2, (value / most) * room)
    doc.font(face.plain).fontSize(8.5).fillColor(ink.text)
    line(doc, label, box.x, y + height / 2 - 4, labels - 6)
    doc.roundedRect(box.x + labels, y, room, height, 2).fill(ink.band)
    if (length > 0) doc.roundedRect(box.x + labels, y, length, height, 2).fill(colourOf(label, tone))
    doc.fillColor(ink.quiet)
    line(doc, texts[index] ?? '', box.x + labels + room + 6, y + height / 2 - 4, ends)
  }
}

/** What is left over is often the longest bar and never the one that matters. */
const colourOf = (label: string, tone: Bar['tone']) =>
  tone ? toneColour[tone] : label === othersLabel ? ink.rest : ink.accent

function drawColumns(doc: Doc, data: readonly Bar[], box: Box): void {
  const axis = { left: 30, bottom: 16 }
  const plot = {
    x: box.x + axis.left,
    y: box.y + 4,
    width: box.width - axis.left,
    height: box.height - axis.bottom - 4,
  }
  const step = niceStep(Math.max(...data.map(({ value }) => value)))
  const most = Math.ceil(Math.max(...data.map(({ value }) => value)) / step) * step
  doc.font(face.plain).fontSize(8)
  for (let value = 0; value <= most; value += step) {
    const y = plot.y + plot.height * (1 - value / most)
    doc
      .moveTo(plot.x, y)
      .lineTo(plot.x + plot.width, y)
      .lineWidth(0.5)
      .strokeColor(value === 0 ? ink.quiet : ink.line)
      .stroke()
    doc.fillColor(ink.quiet)
    line(doc, number.format(value), box.x, y - 4, axis.left - 6, 'right')
  }
  const pitch = plot.width / data.length
  const width = Math.min(26, pitch * 0.68)
  // As many labels as fit, always including the last one, because readers care most about the newest values.
  const labelled = Math.max(1, Math.ceil(labelWidth / pitch))
  for (const [index, { label, value }] of data.entries()) {
    const centre = plot.x + (index + 0.5) * pitch
    const height = (value / most) * plot.height
    if (height > 0) {
      doc.rect(centre - width / 2, plot.y + plot.height - height, width, height).fill(ink.accent)
      // The number of a column, where it doesn't run into the next one.
      const count = number.format(value)
      if (doc.widthOfString(count) + 2 <= pitch) {
        doc.fillColor(ink.text)
        line(doc, count, centre - pitch / 2, plot.y + plot.height - height - 9, pitch, 'center')
      }
    }
    if ((data.length - 1 - index) % labelled === 0) {
      doc.fillColor(ink.quiet)
      // The label of a narrow last column extends into the padding.
      line(doc, label, centre - labelWidth / 2, plot.y + plot.height + 5, labelWidth, 'center')
    }
  }
}

/** A step of 1, 2 or 5 times a power of ten that results in four lines or fewer. */
function niceStep(most: number): number {
  const rough = Math.max(1, most / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough) ?? 10
  return factor * power
}
