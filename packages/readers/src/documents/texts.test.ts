import { expect, test } from 'vitest'
import { fileKinds, SourceFile } from '../index.ts'
import { wordOf, zipOf } from './document-fixtures.ts'
import { readOldOffice } from './ole2.ts'
import { readRtf } from './rtf.ts'

const rtf = (text: string) => readRtf(Buffer.from(`{\\rtf1\\ansi\\ansicpg1252 ${text}}`, 'latin1'))
const kindOf = (content: string | Buffer, name = 'file') =>
  fileKinds.find((kind) => kind.recognizes(new SourceFile(name, Buffer.from(content))))?.name

test('rich text has its characters in their code page and in Unicode, and no fonts or pictures', () => {
  const { text } = rtf(
    `{\\fonttbl{\\f0 Arial;}}{\\*\\generator Word;}{\\pict 00ff}\\f0 Z\\'fcrich\\par\\b plan\\b0  \\u8364? 5\\tab\\{x\\}{\\*\\unknown no}\\emdash\\bin3 {{{end\r\n\\u26085\\'93\\u-10179\\'3f\\u-8694\\'3f`,
  )
  expect(text).toBe('Zürich\nplan € 5\t{x}—end日😊')
})

test('rich text in a code page with two bytes for a character is decoded', () => {
  expect(readRtf(Buffer.from("{\\rtf1\\ansicpg932 \\'93\\'fa\\'96\\'7b}")).text).toBe('日本')
})

test('rich text has its information, links and remote template', () => {
  const found = rtf(
    `{\\info{\\title Report}{\\author Jane Doe}{\\operator John Roe}{\\*\\company Northwind Bank}{\\creatim\\yr2025\\mo1\\dy2\\hr3\\min4}}
     {\\*\\template http://templates.example/x.dotm}{\\field{\\*\\fldinst HYPERLINK "https://x.example/"}{\\fldrslt here}} {\\shp{\\*\\shpinst{\\shptxt boxed}}}`,
  )
  expect(found).toMatchObject({
    title: 'Report',
    author: 'Jane Doe',
    lastModifiedBy: 'John Roe',
    company: 'Northwind Bank',
    created: '2025-01-02T03:04',
    remoteTemplates: ['http://templates.example/x.dotm'],
    externalLinks: [{ type: 'hyperlink', target: 'https://x.example/' }],
    text: 'here boxed',
  })
})

/** A compound file whose directory has a stream. */
const ole2 = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(`${stream}\0`, 'utf16le')])

test('old Office documents are named by their type, and a new one with a password is locked', () => {
  expect(kindOf(ole2('WordDocument'))).toBe('office')
  expect(readOldOffice(ole2('WordDocument'))).toMatchObject({ type: 'doc', size: 538 })
  expect(readOldOffice(ole2('Workbook')).type).toBe('xls')
  expect(readOldOffice(ole2('PowerPoint Document')).type).toBe('ppt')
  expect(() => readOldOffice(ole2('EncryptedPackage'))).toThrow(expect.objectContaining({ reason: 'locked' }))
  expect(kindOf(ole2('__properties_version1.0'))).toBeUndefined()
})

test('the kind of a file is decided by its content', () => {
  expect(kindOf(`${' '.repeat(1000)}%PDF-1.4`, 'x.docx')).toBe('pdf')
  expect(kindOf(`${' '.repeat(2000)}%PDF-1.4`)).toBe('txt')
  expect(kindOf(wordOf(''), 'x.pdf')).toBe('docx')
  expect(kindOf(zipOf({ 'a.pdf': '%PDF-1.4', '[Content_Types].xml': '', 'word/x': '' }, { method: 0 }))).toBe('docx')
  expect(kindOf(wordOf('').subarray(0, -30))).toBe('docx')
  expect(kindOf('{\\rtf1 x}')).toBe('rtf')
  expect(kindOf('name;mail\r\nJane;jane@northwind-bank.example\r\n')).toBe('csv')
  expect(kindOf('Name\tBank\nJane\t"a\tb"\n')).toBe('csv')
  expect(kindOf('Dear Jane,\nthe plan, as agreed, is here.\n')).toBe('txt')
  expect(kindOf('a note, with a comma\n')).toBe('txt')
  expect(kindOf(Buffer.from('\uFEFFNotiz', 'utf16le'))).toBe('txt')
})

test('other binary files, and empty ones, are no documents', () => {
  expect(kindOf('')).toBeUndefined()
  expect(kindOf(Buffer.from([0, 1, 2, 3]))).toBeUndefined()
  expect(kindOf(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))).toBeUndefined()
  expect(kindOf(Buffer.from('504b0304'.padEnd(80, '0'), 'hex'))).toBeUndefined()
})

test('a table has its columns and its text', async () => {
  const file = new SourceFile('x', Buffer.from('"full name";mail\r\nJane;j@x.example\r\n'))
  const csv = fileKinds.find(({ name }) => name === 'csv')
  expect(await csv?.read(file)).toMatchObject({ type: 'csv', columns: ['full name', 'mail'], text: file.text })
})
