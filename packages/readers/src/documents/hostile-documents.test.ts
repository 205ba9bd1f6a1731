import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { UnreadableFile } from '../file-kind.ts'
import { fileKinds, SourceFile } from '../index.ts'
import { onePage, packageOf, paragraph, pdfOf, wordOf, workbookOf, zipOf } from './document-fixtures.ts'
import { readDocx } from './office/docx.ts'
import { readXlsx } from './office/xlsx.ts'
import { ZipParts } from './office/zip-parts.ts'
import { readPdf } from './pdf/pdf.ts'
import { readRtf } from './rtf.ts'
import { mebibyte } from '../mebibyte.ts'

const refusal = (reason: string, detail = '') =>
  expect.objectContaining({ reason, detail: expect.stringContaining(detail) })

test('a part of 250 MiB is refused', () => {
  const bomb = wordOf('', { 'word/document.xml': Buffer.alloc(250 * mebibyte, 'a') })
  expect(bomb.length).toBeLessThan(mebibyte)
  expect(() => readDocx(bomb)).toThrow(refusal('tooLarge', 'word/document.xml has over'))
})

test('parts that are large together are refused', () => {
  const part = Buffer.alloc(100 * mebibyte)
  const parts = new ZipParts(zipOf({ a: part, b: part, c: part }))
  expect([parts.read('a')?.length, parts.read('B')?.length]).toEqual([part.length, part.length])
  expect(() => parts.read('c')).toThrow(refusal('tooLarge', 'its parts inflate to more than'))
})

test('entities are refused', () => {
  const laughs = `<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><w>&b;</w>`
  expect(() => readDocx(packageOf({ 'word/document.xml': laughs }))).toThrow(refusal('damaged', 'document type'))
  expect(() => readDocx(packageOf({ 'word/document.xml': '<w>&b;</w>' }))).toThrow(refusal('damaged', 'entity'))
})

test('elements that are nested 10,000 deep are refused', () => {
  const deep = `${'<w>'.repeat(10_000)}${'</w>'.repeat(10_000)}`
  expect(() => readDocx(packageOf({ 'word/document.xml': deep }))).toThrow(refusal('damaged', 'nested'))
  expect(() => readRtf(Buffer.from(`{\\rtf1${'{'.repeat(10_000)}`))).toThrow(refusal('damaged', 'nested'))
})

test('a workbook of 200,000 cells is read', () => {
  const row = `<row>${'<c t="s"><v>0</v></c><c><v>12.5</v></c>'.repeat(10)}</row>`
  const { sheets } = readXlsx(
    workbookOf([{ name: 'Large', rows: row.repeat(10_000) }], {
      'xl/sharedStrings.xml': '<sst xmlns="s"><si><t>value</t></si></sst>',
    }),
  )
  expect(sheets).toEqual([{ name: 'Large', rows: 10_000, hidden: false }])
})

test('a long string that many cells share is refused', () => {
  const rows = `<row>${'<c t="s"><v>0</v></c>'.repeat(1000)}</row>`
  const bomb = workbookOf([{ name: 'Large', rows }], {
    'xl/sharedStrings.xml': `<sst xmlns="s"><si><t>${'x'.repeat(mebibyte)}</t></si></sst>`,
  })
  expect(() => readXlsx(bomb)).toThrow(refusal('tooLarge', 'its text'))
})

test('a document without its main part, and a directory that lies, are damaged', () => {
  expect(() => readDocx(zipOf({ 'word/x.xml': '' }))).toThrow(refusal('damaged', 'no main part'))
  const broken = wordOf(paragraph('x'))
  broken.writeUInt32LE(0xfffffff0, broken.length - 6)
  expect(() => readDocx(broken)).toThrow(refusal('damaged'))
})

const samples: Record<string, Buffer> = {
  'a Word document': wordOf(paragraph('Northwind')),
  'a workbook': workbookOf([{ name: 'a', rows: '<row><c><v>1</v></c></row>' }]),
  'an OpenDocument text': zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': '<o xmlns:text="t"><text:p>x</text:p></o>',
  }),
  'rich text': Buffer.from('{\\rtf1\\ansi{\\info{\\title x}}{\\*\\fldinst HYPERLINK "y"}\\u8364?\\\'fc\\bin2 ab}'),
  'a PDF': pdfOf(onePage('BT /F1 12 Tf 50 700 Td (Northwind) Tj ET')),
}

test.each(Object.entries(samples))('%s with any bytes changed or cut off is read or refused', async (name, sample) => {
  const changes = fc.array(fc.tuple(fc.nat(sample.length - 1), fc.nat(255)), { maxLength: 6 })
  const property = fc.asyncProperty(changes, fc.nat(sample.length), fc.boolean(), async (changed, length, cut) => {
    const bytes = Buffer.from(sample.subarray(0, cut ? length : undefined))
    for (const [at, value] of changed) if (at < bytes.length) bytes[at] = value
    const file = new SourceFile('file', bytes)
    const kind = fileKinds.find((each) => each.recognizes(file))
    try {
      await kind?.read(file)
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
    }
  })
  await fc.assert(property, { numRuns: name === 'a PDF' ? 60 : 200 })
})

test('a PDF whose page inflates to 200 MiB is read or refused', { timeout: 60_000 }, async () => {
  const bomb = pdfOf(onePage(Buffer.alloc(200 * mebibyte, ' ')))
  expect(bomb.length).toBeLessThan(mebibyte)
  const found = await readPdf(bomb).catch((error: unknown) => error)
  if (found instanceof Error) expect(found).toBeInstanceOf(UnreadableFile)
  else expect(found).toMatchObject({ pages: 1, text: '' })
})
