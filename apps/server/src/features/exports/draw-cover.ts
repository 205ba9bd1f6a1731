import type { Figures } from '../exported-lists/exporter.ts'
import { face, ink, line, printable, sheet } from '../../pdf/look.ts'

type Doc = PDFKit.PDFDocument

/** What the first page of a report says. */
export interface Cover {
  /** Title of the report, e.g. `Threat report`. */
  reportName: string
  company: string
  /** PNG or JPEG; null if the company has none. */
  logo: Buffer | null
  period: string
  /** The filters that chose the rows, apart from the period; empty if there are none. */
  filters: string
  createdAt: Date
  createdBy: string
  /** Time zone of dates and times, e.g. `Europe/Oslo`. */
  zone: string
  figures: Figures
}

const { margin, inner } = sheet
const split = 330

/** The first page: what the report is about, its key figures, and in a few sentences what follows from them. */
export function drawCover(doc: Doc, cover: Cover): void {
  const { reportName, company, logo, period, filters, createdAt, createdBy, zone, figures } = cover
  doc.addPage()
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
  line(doc, reportName, margin, 178, inner)
  doc.rect(margin, 234, 54, 4).fill(ink.accent)
  doc.font(face.plain).fontSize(16).fillColor(ink.soft)
  line(doc, period.charAt(0).toUpperCase() + period.slice(1), margin, 254, inner)
  doc.fontSize(10.5)
  line(doc, filters, margin, 282, inner)

  doc.font(face.bold).fontSize(22).fillColor(ink.text)
  line(doc, company, margin, split + 36, inner)
  const made = createdAt.toLocaleDateString('en-GB', {
    timeZone: zone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  doc.font(face.plain).fontSize(11).fillColor(ink.quiet)
  line(doc, `Created on ${made} for ${createdBy}`, margin, split + 67, inner)
  drawKey(doc, figures, split + 104)
  drawPoints(doc, figures.points, split + 218)
  doc.fontSize(9).font(face.plain).fillColor(ink.quiet)
  line(doc, `Confidential. For ${company} only.`, margin, sheet.height - 62, inner)
  line(doc, 'Prepared with Signet, brand protection and threat monitoring.', margin, sheet.height - 48, inner)
}

/** Draws the sentences that say what matters, each as high as its text. */
function drawPoints(doc: Doc, points: readonly string[], from: number): void {
  doc.font(face.bold).fontSize(13).fillColor(ink.text)
  line(doc, 'What matters', margin, from, inner)
  let y = from + 26
  for (const point of points) {
    doc.circle(margin + 3, y + 6.5, 2.4).fill(ink.accent)
    doc.font(face.plain).fontSize(11.5).fillColor(ink.text)
    const text = printable(point)
    const width = inner - 16
    doc.text(text, margin + 16, y, { width, lineGap: 2 })
    y += doc.heightOfString(text, { width, lineGap: 2 }) + 8
  }
}

function drawLogo(doc: Doc, logo: Buffer | null, company: string): void {
  const box = { x: margin, y: 56, width: 180, height: 72 }
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
