import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
// The types declare only the default export.
// oxlint-disable-next-line import/no-named-as-default
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { listReports, publishReport } from '@signet/contract/reports/reports'
import { newCompany, newUser, send, useWorld } from '../../../test/harness.ts'

const world = useWorld()

/** Two pages: the first is A4 with a red upper half, the second all black. */
async function aPdf(options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A4', margin: 0, ...options })
  doc.rect(0, 0, 595.28, 420).fill('#cc0000')
  doc.addPage().rect(0, 0, 595.28, 841.89).fill('#000000')
  doc.end()
  return buffer(doc)
}

/** The color of a pixel in an image written by `encodePng`. */
function colourAt(png: Buffer, x: number, y: number): number[] {
  const width = png.readUInt32BE(16)
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)))
  const from = y * (width * 3 + 1) + 1
  const sums = [0, 0, 0]
  for (let at = 0; at < (x + 1) * 3; at += 1) {
    sums[at % 3] = ((sums[at % 3] as number) + (rows[from + at] as number)) & 0xff
  }
  return sums
}

async function published(bytes: Buffer, name = 'report.pdf') {
  const company = await newCompany()
  const admin = await newUser('admin', company)
  const { status, body } = await send(admin, publishReport, {
    form: { fields: { company: company.key, kind: 'monthly', period: '2026-10' }, files: [{ bytes, name }] },
  })
  expect(status).toBe(201)
  return { company, admin, report: body }
}
const open = (href: string | undefined) => world().server.inject(href as string)

test('the first page of a report is shown as the file draws it', { timeout: 60_000 }, async () => {
  const { company, report } = await published(await aPdf())
  const client = await newUser('clientPeeker', company)
  const [listed] = (await send(client, listReports)).body.items
  expect(listed).toMatchObject({ id: report.id, by: expect.any(String) as string })
  const { statusCode, headers, rawPayload: png } = await open(listed?.firstPage)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  })
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  expect(width).toBe(760)
  expect(height / width).toBeCloseTo(297 / 210, 2)
  expect(colourAt(png, 300, 100)).toEqual([0xcc, 0, 0])
  expect(colourAt(png, 300, height - 100)).toEqual([255, 255, 255])
  expect((await open(listed?.firstPage)).rawPayload).toEqual(png)
})

test('a page of any shape is drawn within bounds', { timeout: 60_000 }, async () => {
  const { report } = await published(await aPdf({ size: [300, 3000] }))
  const { rawPayload: png } = await open(report.firstPage)
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([140, 1400])
})

test('what only looks like a PDF, or is closed by a password, has no page, and the next file is drawn', async () => {
  for (const bytes of [
    Buffer.from('%PDF-1.7\n% nothing\n'),
    await aPdf({ userPassword: 'x', pdfVersion: '1.7ext3' }),
  ]) {
    const { report } = await published(bytes)
    expect((await open(report.firstPage)).json()).toMatchObject({ status: 404, reason: 'NO_PAGE_TO_SHOW' })
    expect((await open(report.href)).statusCode).toBe(200)
  }
  const { report } = await published(await aPdf())
  expect((await open(report.firstPage)).statusCode).toBe(200)
}, 60_000)

test(
  'a link to a page opens no other page and not the file, and ends with the session',
  { timeout: 60_000 },
  async () => {
    const { admin, report } = await published(await aPdf())
    const other = await published(await aPdf())
    const href = report.firstPage as string
    expect((await open(href.replace(report.id, other.report.id))).statusCode).toBe(404)
    expect((await open(href.replace('/firstPage/', '/'))).statusCode).toBe(404)
    expect((await open(report.href.replace('/files/', '/files/firstPage/'))).statusCode).toBe(404)
    await world().database.pool.query('update sessions set ended_at = now() where id = $1', [admin.sessionId])
    expect((await open(href)).statusCode).toBe(404)
  },
)

test('a file with a table has no first page as a picture', async () => {
  const { report } = await published(Buffer.from('a,b\n1,2\n'), 'figures.csv')
  expect(report.firstPage).toBeUndefined()
})
