import { caseReferenceOf } from '@signet/contract/takedowns/cases'
import { buffer } from 'node:stream/consumers'
import { domainToASCII } from 'node:url'
import { observationProblemLabels, type Observations } from '@signet/contract/threats/observations'
import { face, ink, line, newPdf, sheet } from '../../../pdf/look.ts'
import {
  bottom,
  drawFacts,
  drawHead,
  drawHeading,
  drawLines,
  headingHeight,
  numberPages,
  roomFor,
  utc,
  type FactRows,
} from '../../../pdf/sections.ts'
import type { PackedCase, PackedFile } from './packed-case.ts'

/*
 * The report in an evidence pack: what the abuse desk of a provider reads in a minute. Facts first, then pictures, the timeline and the
 * list of files. Instants are in UTC, names in ASCII as they are in the DNS.
 */

/** A picture of the case, drawn again as JPEG. */
export interface PrintedPicture {
  file: PackedFile
  jpeg: Buffer
}

type Doc = PDFKit.PDFDocument

const { margin, inner } = sheet
/** Points: a picture gets the rest of a page if that is enough to recognise it. */
const pictureHeightMin = 160
/** The largest size of a picture on a page, in points. */
export const pictureFrame = { width: inner, height: 330 }
const captionHeight = 18
const eventsMax = 40

/** @returns the PDF; a case has a few pages, which are in memory until they are numbered */
export async function writeReport(
  found: PackedCase,
  pictures: readonly PrintedPicture[],
  madeAt: Date,
): Promise<Buffer> {
  const doc = await newPdf(titleOf(found), madeAt)
  const until = `Evidence collected until ${utc(madeAt.toISOString())}.`
  let y = drawHead(doc, titleOf(found), `On behalf of ${found.company}. ${until}`)
  y = drawFacts(doc, 'What is reported', subjectOf(found), y)
  y = drawFacts(doc, 'Where it is', placeOf(found), y)
  y = drawLines(doc, 'Why it is reported', reasonsOf(found), y)
  y = drawPictures(doc, pictures, y)
  y = drawLines(doc, 'Timeline (UTC)', timelineOf(found), y)
  drawLines(doc, 'Files of the evidence pack', filesOf(found), y)
  numberPages(doc, `${found.company} · ${caseReferenceOf(found.takedown.id)}`)
  doc.end()
  return buffer(doc)
}

const titleOf = ({ takedown }: PackedCase) => `Abuse report: ${takedown.threatType}`

/** A name or address as it is looked up; other text stays as it is. */
function ascii(text: string): string {
  try {
    return text.includes('://') ? new URL(text).href : domainToASCII(text) || text
  } catch {
    // Not an address.
    return text
  }
}

function subjectOf({ takedown, address, company }: PackedCase): FactRows {
  const { clocks } = takedown
  return [
    ['Address', address ? ascii(address) : null],
    ['Subject', ascii(takedown.title)],
    ['Type', takedown.threatType],
    ['Severity', takedown.severity],
    ['On behalf of', company],
    ['Our reference', caseReferenceOf(takedown.id)],
    ['Case', takedown.id],
    ["Provider's case number", takedown.reference],
    ['Status', takedown.statusLabel],
    ['Requested', utc(clocks.requestedAt)],
    ['Offline since', clocks.offlineAt ? utc(clocks.offlineAt) : null],
  ]
}

/** The latest observation of each kind. */
function placeOf({ observations }: PackedCase): FactRows {
  const latest: Observations['latest'] = {}
  for (const { kind, facts } of observations) Object.assign(latest, { [kind]: latest[kind] ?? facts })
  const { registration, dns, tls, http } = latest
  const certificate = tls?.certificate
  return [
    ['IP addresses', listOf([...(dns?.a ?? []), ...(dns?.aaaa ?? [])])],
    ['Name servers', listOf(dns?.ns)],
    ['Mail servers', listOf(dns?.mx)],
    [
      'Registrar',
      listOf([registration?.registrar, registration?.registrarIanaId && `IANA ${registration.registrarIanaId}`]),
    ],
    ['Registered', registration?.created?.includes('T') ? utc(registration.created) : registration?.created],
    ['Abuse contact', listOf([registration?.abuse?.email, registration?.abuse?.phone, registration?.abuse?.form])],
    [
      'Certificate',
      certificate &&
        `${certificate.subject}, issued by ${certificate.issuer}, ${utc(certificate.notBefore)} to ${utc(certificate.notAfter)}`,
    ],
    [
      'Web server',
      http &&
        listOf([
          http.status ? `HTTP ${http.status}` : null,
          http.title,
          http.address,
          http.problem && observationProblemLabels[http.problem],
        ]),
    ],
    ['Redirects', listOf(http?.redirects)],
    ['Password field', http?.hasPasswordField ? 'The page has one.' : null],
    [
      'Last observed',
      observations[0] &&
        utc(
          observations
            .map(({ seenAt }) => seenAt)
            .toSorted()
            .at(-1) ?? '',
        ),
    ],
  ]
}

const listOf = (values: readonly (string | null | undefined)[] | undefined) => values?.filter(Boolean).join(', ')

const reasonsOf = ({ reasons }: PackedCase) => reasons.map(({ name, value }) => (value ? `${name}: ${value}` : name))

function timelineOf({ events, attempts }: PackedCase): string[] {
  const all = [
    // Without names of people: the report leaves the company.
    ...events.map(({ at, text }) => ({ at, text })),
    ...attempts.map(({ at, channel, recipient, status, reference }) => ({
      at,
      text: `${channel}, ${recipient}: ${status}${reference ? `, ${reference}` : ''}`,
    })),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const rest = all.length - eventsMax
  const lines = all.slice(-eventsMax).map(({ at, text }) => `${utc(at)}  ${text}`)
  return rest > 0 ? [`${rest} earlier entries are in case.txt.`, ...lines] : lines
}

const filesOf = ({ files }: PackedCase) =>
  files.map(({ at, path, size, sha256 }) => `${path}, ${size} bytes, ${utc(at)}, SHA-256 ${sha256}`)

function drawPictures(doc: Doc, pictures: readonly PrintedPicture[], from: number): number {
  if (pictures.length === 0) return from
  let y = from
  for (const [index, { file, jpeg }] of pictures.entries()) {
    const image = doc.openImage(jpeg)
    const scale = Math.min(inner / image.width, 1)
    const room = bottom - y - captionHeight - (index === 0 ? headingHeight + 8 : 0)
    const heightMax = room < pictureHeightMin ? pictureFrame.height : Math.min(room, pictureFrame.height)
    const [width, height] = [image.width * scale, Math.min(image.height * scale, heightMax)]
    y = index === 0 ? drawHeading(doc, 'Pictures', y, height + captionHeight) : roomFor(doc, y, height + captionHeight)
    doc.font(face.plain).fontSize(8.5).fillColor(ink.quiet)
    line(doc, `${file.path}, ${utc(file.at)}`, margin, y, inner)
    // The upper part of a long page: what a visitor sees first.
    doc
      .save()
      .rect(margin, y + 13, width, height)
      .clip()
    doc.image(image, margin, y + 13, { width })
    doc.restore()
    doc
      .rect(margin, y + 13, width, height)
      .lineWidth(0.5)
      .strokeColor(ink.line)
      .stroke()
    y += height + 22
  }
  return y
}
