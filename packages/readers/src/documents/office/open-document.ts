import type { Buffer } from 'node:buffer'
import { UnreadableFile } from '../../file-kind.ts'
import { describeFile, linksMax, TextCollector, wordsOf, type ExternalLink, type ReadDocument } from '../document.ts'
import { openDocumentProperties } from './properties.ts'
import { readXml, type Element, type XmlHandlers } from './xml.ts'
import { ZipParts } from './zip-parts.ts'

/** Spaces that one element may stand for. */
const spacesMax = 1000
const mimeTypes = 'application/vnd.oasis.opendocument.'
const types: Readonly<Record<string, string>> = { text: 'odt', spreadsheet: 'ods', presentation: 'odp' }

/** `odt`, `ods` or `odp`; undefined for any other archive (ISO/IEC 26300-3, 3.3). */
export function openDocumentType(parts: ZipParts): string | undefined {
  const mimeType = parts.read('mimetype')?.toString('latin1', 0, 100) ?? ''
  const type = mimeType.startsWith(mimeTypes) ? mimeType.slice(mimeTypes.length).trim() : ''
  return Object.hasOwn(types, type) ? types[type] : undefined
}

/**
 * Reads an OpenDocument file (ISO/IEC 26300): its text with tables, notes and comments, then its headers and footers.
 *
 * @throws UnreadableFile
 */
export function readOpenDocument(bytes: Buffer): ReadDocument {
  const parts = new ZipParts(bytes)
  const type = openDocumentType(parts) ?? 'odt'
  if (parts.read('META-INF/manifest.xml')?.includes('encryption-data'))
    throw new UnreadableFile('locked', 'its parts are encrypted')
  const read = (name: string, handlers: XmlHandlers) => {
    const part = parts.read(name)
    if (part) readXml(part, name, handlers)
  }
  if (!parts.has('content.xml')) throw new UnreadableFile('damaged', 'it has no content')
  const found = new Collected()
  read('content.xml', found.handlers())
  const words = wordsOf(found.text.toString())
  read('styles.xml', found.handlers())
  read('meta.xml', { open: (element) => found.link(element) })
  return {
    ...describeFile(type, bytes),
    ...openDocumentProperties((handlers) => read('meta.xml', handlers)),
    ...words,
    hasMacros: parts.names.some((name) => name.startsWith('Basic/')),
    externalLinks: found.links,
    remoteTemplates: found.links.filter((link) => link.type === 'template').map(({ target }) => target),
    text: found.text.toString(),
    deletedText: found.deleted.toString(),
  }
}

class Collected {
  readonly text = new TextCollector()
  readonly deleted = new TextCollector()
  readonly links: ExternalLink[] = []

  link(element: Element): void {
    const target = element.get('href')
    if (target === undefined || !/^[a-z][a-z0-9+.-]+:/i.test(target) || this.links.length >= linksMax) return
    if (!this.links.some((known) => known.type === element.name && known.target === target))
      this.links.push({ type: element.name, target })
  }

  /** Paragraphs and headings have text; what was deleted while changes were tracked is kept apart. */
  handlers(): XmlHandlers {
    let paragraphs = 0
    let deletions = 0
    const into = () => (deletions > 0 ? this.deleted : this.text)
    return {
      open: (element) => {
        if (isParagraph(element.name)) paragraphs++
        if (element.name === 'deletion') deletions++
        const separator = separatorOf(element)
        if (separator && paragraphs > 0) into().add(separator)
        this.link(element)
      },
      text: (part) => {
        if (paragraphs > 0) into().add(part)
      },
      close: (name) => {
        if (isParagraph(name)) {
          paragraphs--
          into().add('\n')
        }
        if (name === 'deletion') deletions--
      },
    }
  }
}

const isParagraph = (name: string) => name === 'p' || name === 'h'

function separatorOf(element: Element): string | undefined {
  if (element.name === 'tab') return '\t'
  if (element.name === 'line-break') return '\n'
  return element.name === 's' ? ' '.repeat(Math.min(spacesMax, Math.max(1, Number(element.get('c')) || 1))) : undefined
}
