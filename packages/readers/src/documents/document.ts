import { createHash } from 'node:crypto'
import { UnreadableFile } from '../file-kind.ts'

/** A target in another place that a document names: a link, a linked picture, a template. It is listed and never loaded. */
export interface ExternalLink {
  /** What it is for, as the format names it, e.g. `hyperlink`, `attachedTemplate`, `image`. */
  type: string
  target: string
}

/** What a document says about itself; null for what it doesn't say. */
export interface DocumentProperties {
  title: string | null
  author: string | null
  subject: string | null
  keywords: string | null
  lastModifiedBy: string | null
  company: string | null
  /** The program that wrote it. */
  application: string | null
  /** As an ISO time. */
  created: string | null
  modified: string | null
}

/** What every document has. */
export interface DocumentFile {
  type: string
  /** In bytes. */
  size: number
  md5: string
  sha1: string
  sha256: string
}

/** A sheet of a workbook. */
export interface Sheet {
  name: string
  /** Rows with at least one value. */
  rows: number
  hidden: boolean
}

/** Words of the main text of a document, by which people recognize it. */
export interface Words {
  words: number
  /** At most 12. */
  firstWords: string[]
  /** At most 6. */
  lastWords: string[]
}

/** A document with its text. */
export interface ReadDocument extends DocumentFile, Words, Partial<DocumentProperties> {
  /** Everything in it that people can read: hidden sheets, comments, notes and inserted revisions are part of it. */
  text: string
  /** Text that was deleted while changes were tracked, and is still in the file. */
  deletedText?: string
  /** At most `linksMax`. */
  externalLinks?: ExternalLink[]
  /** Templates that a program would load from another place when it opens the document. */
  remoteTemplates?: string[]
  /** Whether it contains macros. */
  hasMacros?: boolean
  sheets?: Sheet[]
  slides?: number
}

/** The most external links that are listed. */
export const linksMax = 1000

const firstMax = 12
const lastMax = 6

/** Characters of the text of one document. */
export const textMax = 32 * 1024 * 1024

/** The type, size and hashes of a file. */
export const describeFile = (type: string, bytes: Uint8Array): DocumentFile => ({
  type,
  size: bytes.length,
  md5: hash('md5', bytes),
  sha1: hash('sha1', bytes),
  sha256: hash('sha256', bytes),
})

const hash = (algorithm: string, bytes: Uint8Array) => createHash(algorithm).update(bytes).digest('hex')

/** Counts the words of a text: what is between white space. */
export function wordsOf(text: string): Words {
  const words = text.match(/\S+/g) ?? []
  return { words: words.length, firstWords: words.slice(0, firstMax), lastWords: words.slice(-lastMax) }
}

/** Collects the text of a document, up to `textMax`. */
export class TextCollector {
  #parts: string[] = []
  #length = 0

  add(part: string): void {
    this.#length += part.length
    if (this.#length > textMax) throw new UnreadableFile('tooLarge', `its text is longer than ${textMax} characters`)
    this.#parts.push(part)
  }

  /** Without blanks at the ends of lines, and with one empty line at most between two others. */
  toString(): string {
    const text = this.#parts.join('')
    return text
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
  }
}
