import { expect, test } from 'vitest'
import { packageOf, paragraph, relations, wordOf, wordPart, workbookOf, zipOf } from '../document-fixtures.ts'
import { readDocx } from './docx.ts'
import { readOpenDocument } from './open-document.ts'
import { readPptx } from './pptx.ts'
import { readXlsx } from './xlsx.ts'

const core = (content: string) =>
  `<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t">${content}</cp:coreProperties>`

test('the text of a Word document has tables, text boxes, inserted revisions, notes, comments and headers', () => {
  const { text, deletedText, words } = readDocx(
    wordOf(
      `${paragraph('Budget')}<w:tbl><w:tr><w:tc>${paragraph('Cards')}</w:tc><w:tc>${paragraph('1.2m')}</w:tc></w:tr></w:tbl>
       <w:p><w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t><w:footnoteReference w:id="1"/></w:r></w:p>
       <w:p><w:ins><w:r><w:t>added</w:t></w:r></w:ins><w:del><w:r><w:delText>removed</w:delText></w:r></w:del></w:p>
       <w:p><w:r><w:pict><w:txbxContent>${paragraph('boxed')}</w:txbxContent></w:pict><w:instrText>PAGE</w:instrText></w:r></w:p>`,
      {
        'word/_rels/document.xml.rels': relations(
          ['n', 'footnotes', 'footnotes.xml'],
          ['e', 'endnotes', '/word/endnotes.xml'],
          ['c', 'comments', 'comments.xml'],
          ['h', 'header', 'header1.xml'],
        ),
        'word/footnotes.xml': wordPart('footnotes', paragraph('the foot')),
        'word/endnotes.xml': wordPart('endnotes', paragraph('the end')),
        'WORD/Comments.xml': wordPart('comments', paragraph('too high')),
        'word/header1.xml': wordPart('hdr', paragraph('Internal')),
      },
    ),
  )
  expect(text.replaceAll(/\n+/g, '\n')).toBe(
    'Budget\nCards\n1.2m\none\ttwo\nthree\nadded\nboxed\nInternal\nthe foot\nthe end\ntoo high',
  )
  expect(deletedText).toBe('removed')
  expect(words).toBe(8)
})

test('a document says who wrote and changed it, when, and for which company', () => {
  const found = readDocx(
    wordOf('', {
      'docProps/core.xml': core(
        '<dc:title> Plan </dc:title><dc:subject/><dc:creator>Jane Doe</dc:creator><cp:lastModifiedBy>John Roe</cp:lastModifiedBy><dcterms:created>2025-01-02T03:04:05Z</dcterms:created>',
      ),
      'docProps/app.xml':
        '<Properties xmlns="p"><Application>Writer</Application><Company>Northwind Bank</Company></Properties>',
    }),
  )
  expect(found).toMatchObject({
    title: 'Plan',
    subject: null,
    author: 'Jane Doe',
    lastModifiedBy: 'John Roe',
    company: 'Northwind Bank',
    application: 'Writer',
    created: '2025-01-02T03:04:05Z',
    modified: null,
    text: '',
    words: 0,
  })
})

test('external links and remote templates are listed', () => {
  const { externalLinks, remoteTemplates, hasMacros } = readDocx(
    wordOf('', {
      'word/vbaProject.bin': 'x',
      'word/_rels/document.xml.rels': relations(['a', 'hyperlink', 'https://northwind-bank.example/', true]),
      'word/_rels/settings.xml.rels': relations(['a', 'attachedTemplate', 'http://templates.example/x.dotm', true]),
      'word/_rels/header1.xml.rels': relations(['a', 'hyperlink', 'https://northwind-bank.example/', true]),
    }),
  )
  expect(externalLinks).toEqual([
    { type: 'hyperlink', target: 'https://northwind-bank.example/' },
    { type: 'attachedTemplate', target: 'http://templates.example/x.dotm' },
  ])
  expect(remoteTemplates).toEqual(['http://templates.example/x.dotm'])
  expect(hasMacros).toBe(true)
})

test('a workbook has the values of all sheets, hidden ones too, and the stored results of formulas', () => {
  const { sheets, text } = readXlsx(
    workbookOf(
      [
        {
          name: 'Customers',
          rows: `<row><c t="s"><v>1</v></c><c><v>1234.5</v></c></row><row><c s="1"/></row>
                 <row><c t="inlineStr"><is><r><t>Maria </t></r><r><t>Kovac</t></r></is></c><c t="b"><v>1</v></c></row>
                 <row><c><f>SUM(B1:B2)</f><v>1227.5</v></c><c t="str"><f>A1</f><v>kept</v></c><c t="s"><v>99</v></c></row>`,
        },
        { name: 'Notes &amp; keys', state: 'veryHidden', rows: '<row><c t="s"><v>0</v></c></row>' },
        { name: 'Old', state: 'hidden', rows: '' },
      ],
      {
        'xl/sharedStrings.xml':
          '<sst xmlns="s"><si><t>the password</t><rPh><t>reading</t></rPh></si><si><r><t>Na</t></r><r><t>me</t></r></si></sst>',
        'xl/worksheets/_rels/sheet0.xml.rels': relations(['c', 'comments', '../comments1.xml']),
        'xl/comments1.xml': '<comments xmlns="s"><comment><text><t>call back</t></text></comment></comments>',
      },
    ),
  )
  expect(sheets).toEqual([
    { name: 'Customers', rows: 3, hidden: false },
    { name: 'Notes & keys', rows: 1, hidden: true },
    { name: 'Old', rows: 0, hidden: true },
  ])
  expect(text).toBe(
    'Customers\nName\t1234.5\nMaria Kovac\tTRUE\n1227.5\tkept\ncall back\n\nNotes & keys\nthe password\n\nOld',
  )
})

const slide = (text: string) => `<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`

test('a presentation has its slides in their order, each with its notes', () => {
  const { slides, text } = readPptx(
    packageOf({
      'ppt/presentation.xml':
        '<p:presentation xmlns:p="p" xmlns:r="http://purl.oclc.org/ooxml/officeDocument/relationships"><p:sldIdLst><p:sldId id="1" r:id="b"/><p:sldId id="2" r:id="a"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relations(
        ['a', 'slide', 'slides/slide1.xml'],
        ['b', 'slide', 'slides/slide2.xml'],
      ),
      'ppt/slides/slide1.xml': slide('Second'),
      'ppt/slides/slide2.xml': slide('First'),
      'ppt/slides/_rels/slide2.xml.rels': relations(['n', 'notesSlide', '../notesSlides/notesSlide1.xml']),
      'ppt/notesSlides/notesSlide1.xml': slide('say nothing'),
    }),
  )
  expect(slides).toBe(2)
  expect(text).toBe('First\nsay nothing\n\nSecond')
})

const openDocument = (content: string, others: Record<string, string> = {}, type = 'text') =>
  zipOf({
    mimetype: `application/vnd.oasis.opendocument.${type}`,
    'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:xlink="x" xmlns:dc="d">${content}</office:document-content>`,
    ...others,
  })

test('an OpenDocument text has its notes, comments and links, and keeps deleted text apart', () => {
  const found = readOpenDocument(
    openDocument(
      `<text:tracked-changes><text:deletion><text:p>old</text:p></text:deletion></text:tracked-changes>
       <text:h>Letter</text:h><text:p>one<text:s text:c="2"/>two<text:tab/><text:a xlink:href="https://x.example/">three</text:a></text:p>
       <office:annotation><dc:creator>Jane</dc:creator><text:p>hm<text:s text:c="-4"/></text:p></office:annotation>`,
      {
        'meta.xml':
          '<office:meta xmlns:office="o" xmlns:meta="m" xmlns:dc="d" xmlns:xlink="x"><meta:initial-creator>Jane Doe</meta:initial-creator><dc:creator>John Roe</dc:creator><meta:template xlink:href="https://t.example/x.ott"/></office:meta>',
      },
    ),
  )
  expect(found).toMatchObject({ type: 'odt', author: 'Jane Doe', lastModifiedBy: 'John Roe', deletedText: 'old' })
  expect(found.text).toBe('Letter\none  two\tthree\nhm')
  expect(found.externalLinks).toEqual([
    { type: 'a', target: 'https://x.example/' },
    { type: 'template', target: 'https://t.example/x.ott' },
  ])
  expect(found.remoteTemplates).toEqual(['https://t.example/x.ott'])
})

test('an encrypted document is locked', () => {
  const manifest = { 'META-INF/manifest.xml': '<manifest><encryption-data/></manifest>' }
  expect(() => readOpenDocument(openDocument('', manifest))).toThrow(expect.objectContaining({ reason: 'locked' }))
  const locked = zipOf({ '_rels/.rels': relations(['a', 'officeDocument', 'word/document.xml']) }, { flags: 1 })
  expect(() => readDocx(locked)).toThrow(expect.objectContaining({ reason: 'locked' }))
})

test('a part without compression and a part with a byte order mark are read', () => {
  const parts = {
    '_rels/.rels': relations(['a', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `\uFEFF${wordPart('document', paragraph('plain'))}`,
  }
  expect(readDocx(zipOf(parts, { method: 0 })).text).toBe('plain')
  const wide = Buffer.from(`\uFEFF${wordPart('document', paragraph('größe'))}`, 'utf16le')
  expect(readDocx(zipOf({ ...parts, 'word/document.xml': wide })).text).toBe('größe')
})
