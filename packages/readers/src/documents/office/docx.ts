import type { Buffer } from 'node:buffer'
import { describeFile, TextCollector, wordsOf, type ReadDocument } from '../document.ts'
import { OfficePackage } from './package.ts'
import { officeProperties } from './properties.ts'
import type { XmlHandlers } from './xml.ts'

/** Parts with text of their own, in the order in which they follow the body. */
const partsWithText = ['header', 'footer', 'footnotes', 'endnotes', 'comments']

/** Elements that separate words; a reference to a note has its number in the page. */
const separators: Readonly<Record<string, string>> = {
  p: '\n',
  br: '\n',
  cr: '\n',
  tab: '\t',
  noBreakHyphen: '-',
  footnoteReference: ' ',
  endnoteReference: ' ',
  commentReference: ' ',
}

/**
 * Reads a document of Word (WordprocessingML, ECMA-376-1, section 17): the text of its body with tables, text boxes and inserted revisions,
 * then headers, footers, notes and comments. `words` counts those of the body.
 *
 * Where a drawing has alternatives, the text of each is read, because programs differ in which one they show.
 *
 * @throws UnreadableFile
 */
export function readDocx(bytes: Buffer): ReadDocument {
  const file = new OfficePackage(bytes)
  const { main } = file
  const text = new TextCollector()
  const deleted = new TextCollector()
  file.readXml(main, handlersOf(text, deleted))
  const words = wordsOf(text.toString())
  for (const type of partsWithText)
    for (const part of file.related(main, type)) file.readXml(part, handlersOf(text, deleted))
  const externalLinks = file.externalLinks()
  return {
    ...describeFile('docx', bytes),
    ...officeProperties(file),
    ...words,
    hasMacros: file.hasMacros,
    externalLinks,
    remoteTemplates: externalLinks.filter(({ type }) => type === 'attachedTemplate').map(({ target }) => target),
    text: text.toString(),
    deletedText: deleted.toString(),
  }
}

function handlersOf(text: TextCollector, deleted: TextCollector): XmlHandlers {
  let into: TextCollector | undefined
  return {
    open: ({ name }) => {
      into = name === 't' ? text : name === 'delText' ? deleted : undefined
      const separator = Object.hasOwn(separators, name) ? separators[name] : undefined
      if (separator && name !== 'p') text.add(separator)
    },
    text: (part) => into?.add(part),
    close: (name) => {
      if (name === 'delText') deleted.add(' ')
      if (name === 'p') text.add('\n')
      into = undefined
    },
  }
}
