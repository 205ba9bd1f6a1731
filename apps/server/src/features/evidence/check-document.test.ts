import { buffer } from 'node:stream/consumers'
// The types declare only the default export.
// oxlint-disable-next-line import/no-named-as-default
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { addAnalysisFile, addEvidence } from '@signet/contract/threats/files'
import { getThreat } from '@signet/contract/threats/threats'
import { addCase } from '../../../test/case-records.ts'
import { newCompany, newThreat, newUser, send, tinyPng, useWorld } from '../../../test/harness.ts'

useWorld()

async function aPdf(options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const doc = new PDFDocument(options)
  doc.text('a page')
  doc.end()
  return buffer(doc)
}

async function createFixture() {
  const company = await newCompany()
  const threat = await newThreat(company)
  const params = { source: threat.source, threatId: threat.id }
  const user = await newUser('admin', company)
  const upload = (bytes: Buffer, name: string) =>
    send(user, addEvidence, { params, form: { files: [{ bytes, name }] } })
  const evidence = async () => (await send(user, getThreat, { params })).body.evidence
  return { company, threat, user, upload, evidence }
}

test('a PDF that can be opened is stored as evidence', { timeout: 60_000 }, async () => {
  const { upload, evidence } = await createFixture()
  expect((await upload(await aPdf(), 'letter.pdf')).status).toBe(201)
  expect(await evidence()).toMatchObject([{ name: 'letter.pdf', type: 'application/pdf' }])
})

test('a file that nobody can open is refused as evidence by its name', { timeout: 60_000 }, async () => {
  const { upload, evidence } = await createFixture()
  const pdf = await aPdf()
  const damaged = [Buffer.from('%PDF-1.7\n% nothing\n'), pdf.subarray(0, 60)]
  for (const bytes of damaged) {
    expect(await upload(bytes, 'letter.pdf')).toMatchObject({
      status: 400,
      body: { reason: 'PDF_UNREADABLE', parameters: { name: 'letter.pdf' }, details: [{ path: 'body.file' }] },
    })
  }
  expect(await upload(await aPdf({ userPassword: 'x', pdfVersion: '1.7ext3' }), 'locked.pdf')).toMatchObject({
    status: 400,
    body: { reason: 'PDF_LOCKED', parameters: { name: 'locked.pdf' } },
  })
  expect(await upload(tinyPng().subarray(0, 40), 'shot.png')).toMatchObject({
    status: 400,
    body: { reason: 'IMAGE_UNREADABLE', parameters: { name: 'shot.png' } },
  })
  expect(await evidence()).toEqual([])
})

test('a file of a case that nobody can open is refused as well', { timeout: 60_000 }, async () => {
  const { company, user } = await createFixture()
  const analysisId = await addCase(company, 'deeper_analyses', 'reply')
  const files = [{ bytes: Buffer.from('%PDF-1.7\n'), name: 'reply.pdf' }]
  const { body } = await send(user, addAnalysisFile, { params: { analysisId }, form: { files } })
  expect(body).toMatchObject({ reason: 'PDF_UNREADABLE', parameters: { name: 'reply.pdf' } })
})
