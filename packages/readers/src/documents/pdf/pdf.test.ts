import { expect, test } from 'vitest'
import { onePage, pdfOf, pdfStream } from '../document-fixtures.ts'
import { readPdf } from './pdf.ts'
import { pdfTime } from './pdf-time.ts'

const words = (text: string, at = 700) => `BT /F1 12 Tf 50 ${at} Td (${text}) Tj ET `

test('a PDF has its pages, text, information and XMP author', async () => {
  const xmp = `<x:xmpmeta xmlns:x="x" xmlns:rdf="r" xmlns:dc="d"><rdf:RDF><dc:creator><rdf:Seq><rdf:li>Jane</rdf:li><rdf:li>John</rdf:li></rdf:Seq></dc:creator></rdf:RDF></x:xmpmeta>`
  const pdf = pdfOf(
    [
      ...onePage(words('Northwind Bank') + words('internal', 680), '/Metadata 5 0 R'),
      pdfStream(xmp, '/Type /Metadata /Subtype /XML'),
      `<< /Title <feff0047007200f600dfe> /Author (Jane Doe) /Subject () /CreationDate (D:20250102030405+01'00') /Producer (Example) >>`,
    ],
    '/Info 6 0 R',
  )
  const found = await readPdf(Buffer.concat([Buffer.from('x'.repeat(1000)), pdf]))
  expect(found).toMatchObject({
    type: 'pdf',
    pages: 1,
    author: 'Jane Doe',
    subject: null,
    title: expect.stringContaining('Grö'),
    producer: 'Example',
    creator: null,
    created: '2025-01-02T03:04:05+01:00',
    modified: null,
    encrypted: false,
    xmpAuthor: 'Jane, John',
    hasJavaScript: false,
    words: 3,
    text: 'Northwind Bank\ninternal',
  })
})

test('text that isn’t on the visible part of a page is left out', async () => {
  const { text } = await readPdf(pdfOf(onePage(words('seen') + words('above', 900))))
  expect(text).toBe('seen')
})

test.each([
  ['an action when it opens', '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>', ''],
  ['an escaped name', '/OpenAction << /S /J#61vaScript /JS (x) >>', ''],
  ['an action of a page', '', '/AA << /O << /S /JavaScript /JS (x) >> >>'],
])('JavaScript is found in %s', async (_, catalog, page) => {
  expect(await readPdf(pdfOf(onePage(words('text'), catalog, page)))).toMatchObject({ hasJavaScript: true })
})

test('words about JavaScript in the text of a page are none', async () => {
  expect(await readPdf(pdfOf(onePage(words('/S /JavaScript'))))).toMatchObject({ hasJavaScript: false })
})

test('links and attachments are listed', async () => {
  const found = await readPdf(
    pdfOf([
      ...onePage(
        '',
        '/Names << /EmbeddedFiles << /Names [(a.xml) 5 0 R] >> >>',
        `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://x.example/\\(1\\)) >> >>]`,
      ),
      '<< /Type /Filespec /F (a.xml) /UF (a.xml) /EF << /F 6 0 R >> >>',
      pdfStream('<a/>', '/Type /EmbeddedFile'),
    ]),
  )
  expect(found.externalLinks).toEqual([{ type: 'hyperlink', target: 'https://x.example/(1)' }])
  expect(found.attachments).toEqual(['a.xml'])
})

test('what only starts like a PDF is damaged', async () => {
  await expect(readPdf(Buffer.from('%PDF-1.7\nnothing'))).rejects.toMatchObject({ reason: 'damaged' })
})

test.each([
  ["D:20220403180542+02'00'", '2022-04-03T18:05:42+02:00'],
  ["D:20230410074654Z07'46'", '2023-04-10T07:46:54Z'],
  ['D:20230410074654-0530', '2023-04-10T07:46:54-05:30'],
  ['D:20220415113826', '2022-04-15T11:38:26Z'],
  ['D:2022', '2022-01-01T00:00:00Z'],
  ['D:20221315', null],
  ['yesterday', null],
  ['', null],
])('the date %s is %s', (text, time) => {
  expect(pdfTime(text)).toBe(time)
})
