import { Buffer } from 'node:buffer'
import { UnreadableFile } from '../file-kind.ts'
import {
  describeFile,
  linksMax,
  TextCollector,
  wordsOf,
  type DocumentProperties,
  type ReadDocument,
} from './document.ts'

const groupsMax = 1000
const valueMax = 10_000

/** Groups whose text isn't part of the document. */
const skipped = new Set(
  ['fonttbl', 'colortbl', 'stylesheet', 'pict', 'objdata', 'themedata', 'datastore', 'listtable', 'generator'].concat([
    'listoverridetable',
    'rsidtbl',
    'xmlnstbl',
    'latentstyles',
    'colorschememapping',
    'fontemb',
    'filetbl',
    'info',
  ]),
)

/** Groups of the information about the document. */
const properties: Readonly<Record<string, keyof DocumentProperties>> = {
  title: 'title',
  author: 'author',
  subject: 'subject',
  keywords: 'keywords',
  operator: 'lastModifiedBy',
  company: 'company',
  creatim: 'created',
  revtim: 'modified',
}

/** What precedes each part of a time, which has no offset from UTC. */
const timeParts: Readonly<Record<string, string>> = { yr: '', mo: '-', dy: '-', hr: 'T', min: ':', sec: ':' }

/** Groups that older programs don't know, with text of the document: text boxes and comments. */
const textGroups = new Set(['shptxt', 'annotation'])

/** What a control word stands for in text. */
const characters: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  page: '\n',
  sect: '\n',
  row: '\n',
  cell: '\t',
  tab: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
}

/** One token: a control word with its number, a character in hexadecimal, a control symbol, a brace, or text. */
const token = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([\s\S])|([{}])|[\r\n\0]+|[^\\{}\r\n\0]+/g

/** Where text goes: to the document, to a property, to the instruction of a field, to a template, or nowhere. */
type Destination = 'text' | 'skip' | 'field' | 'template' | keyof DocumentProperties

interface Group {
  destination: Destination
  /** Characters that follow each `\u`, for programs that don't know it. */
  fallbacks: number
}

/**
 * Reads Rich Text Format (version 1.9.1): its text, the information about it, its links and its template.
 *
 * @throws UnreadableFile
 */
export function readRtf(bytes: Buffer): ReadDocument {
  const reader = new RtfReader()
  reader.read(bytes.toString('latin1'))
  const text = reader.text.toString()
  const value = (name: keyof DocumentProperties) => reader.values[name]?.trim() || null
  return {
    ...describeFile('rtf', bytes),
    title: value('title'),
    author: value('author'),
    subject: value('subject'),
    keywords: value('keywords'),
    lastModifiedBy: value('lastModifiedBy'),
    company: value('company'),
    created: value('created'),
    modified: value('modified'),
    ...wordsOf(text),
    externalLinks: [...reader.links].map((target) => ({ type: 'hyperlink', target })),
    remoteTemplates: reader.template ? [reader.template.trim()] : [],
    text,
  }
}

/** Encodings of the code pages that aren't named `windows-` and their number. */
const encodings: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  65001: 'utf-8',
}

/** Windows-1252, the default of the format, for a code page that has no decoder. */
function decoderOf(codePage: number): TextDecoder {
  try {
    return new TextDecoder(encodings[codePage] ?? `windows-${codePage}`)
  } catch {
    return new TextDecoder('windows-1252')
  }
}

class RtfReader {
  readonly text = new TextCollector()
  readonly values: Partial<Record<keyof DocumentProperties, string>> = {}
  readonly links = new Set<string>()
  template = ''
  #field = ''
  #decoder = decoderOf(1252)
  #groups: Group[] = []
  #group: Group = { destination: 'text', fallbacks: 1 }
  /** Characters that are still to be left out after a `\u`. */
  #leftOut = 0
  /** Bytes of `\'` that follow each other: a character may have two. */
  #bytes: number[] = []

  read(source: string): void {
    let at = 0
    token.lastIndex = 0
    for (let match = token.exec(source); match; match = token.exec(source)) {
      const [whole, word, number, hex, symbol, brace] = match
      at = token.lastIndex
      if (hex === undefined) this.#flush()
      if (word === 'bin') token.lastIndex = at + Math.max(0, Number(number ?? 0))
      else if (word !== undefined) this.#word(word, number === undefined ? undefined : Number(number))
      else if (hex !== undefined) this.#hex(Number.parseInt(hex, 16))
      else if (symbol !== undefined) this.#symbol(symbol)
      else if (brace !== undefined) this.#brace(brace)
      else if (!/^[\r\n\0]/.test(whole)) this.#plain(whole)
    }
    this.#flush()
  }

  #brace(brace: string): void {
    this.#leftOut = 0
    if (brace === '{') {
      this.#groups.push(this.#group)
      if (this.#groups.length > groupsMax)
        throw new UnreadableFile('damaged', `its groups are nested more than ${groupsMax} deep`)
      this.#group = { ...this.#group }
      return
    }
    const isField = this.#group.destination === 'field'
    this.#group = this.#groups.pop() ?? this.#group
    if (isField && this.#group.destination !== 'field') this.#endField()
  }

  #endField(): void {
    const target = /HYPERLINK\s+(?:\\\S+\s+)*"?([^"\s]+)/i.exec(this.#field)?.[1]
    if (target !== undefined && this.links.size < linksMax) this.links.add(target)
    this.#field = ''
  }

  #word(word: string, number: number | undefined): void {
    if (word === 'u' && number !== undefined) {
      this.#add(String.fromCharCode(number & 0xffff))
      this.#leftOut = this.#group.fallbacks
    } else if (word === 'uc') this.#group.fallbacks = Math.min(16, Math.max(0, number ?? 1))
    else if (word === 'ansicpg') this.#decoder = decoderOf(number ?? 1252)
    else if (word === 'fldinst') this.#group.destination = 'field'
    else if (word === 'template') this.#group.destination = 'template'
    else if (Object.hasOwn(properties, word)) this.#group.destination = properties[word] ?? 'skip'
    else if (textGroups.has(word)) this.#group.destination = 'text'
    else if (Object.hasOwn(timeParts, word) && number !== undefined)
      this.#time(`${timeParts[word]}${String(number).padStart(2, '0')}`)
    else if (skipped.has(word)) this.#group.destination = 'skip'
    else if (Object.hasOwn(characters, word)) this.#add(characters[word] ?? '')
  }

  #time(part: string): void {
    const { destination } = this.#group
    if (destination === 'created' || destination === 'modified') this.#add(part)
  }

  #hex(byte: number): void {
    if (this.#leftOut > 0) this.#leftOut--
    else this.#bytes.push(byte)
  }

  #symbol(symbol: string): void {
    // The group is one that a program may not know; known ones follow with their own word.
    if (symbol === '*') this.#group.destination = 'skip'
    else if (symbol === '~') this.#add(' ')
    else if (symbol === '_') this.#add('-')
    else if (symbol === '\n' || symbol === '\r') this.#add('\n')
    else if ('\\{}'.includes(symbol)) this.#plain(symbol)
  }

  #plain(part: string): void {
    const left = Math.min(part.length, this.#leftOut)
    this.#leftOut -= left
    if (part.length > left) this.#add(this.#decoder.decode(Buffer.from(part.slice(left), 'latin1')))
  }

  #flush(): void {
    if (!this.#bytes.length) return
    const bytes = this.#bytes
    this.#bytes = []
    this.#add(this.#decoder.decode(Uint8Array.from(bytes)))
  }

  #add(part: string): void {
    const { destination } = this.#group
    if (destination === 'text') this.text.add(part)
    else if (destination === 'field') this.#field = (this.#field + part).slice(0, valueMax)
    else if (destination === 'template') this.template = (this.template + part).slice(0, valueMax)
    else if (destination !== 'skip')
      this.values[destination] = ((this.values[destination] ?? '') + part).slice(0, valueMax)
  }
}
