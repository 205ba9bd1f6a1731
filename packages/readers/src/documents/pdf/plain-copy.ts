import { Buffer } from 'node:buffer'
import { inflateSync } from 'node:zlib'
import { UnreadableFile } from '../../file-kind.ts'
import { linksMax, type ExternalLink } from '../document.ts'
import { readXml } from '../office/xml.ts'
import { mebibyte } from '../../mebibyte.ts'

const metadataMax = 4 * mebibyte
/** What is between two streams: dictionaries. */
const dictionariesMax = 64 * mebibyte

const javaScript = /\/S\s*\/JavaScript\b|\/JS\s*[[(<\d]/
const address = /\/URI\s*(?:\(((?:[^\\()]|\\[\s\S]){0,2000})\)|<([0-9A-Fa-f\s]{0,4000})>)/g

/** What PDFium has no function for. */
interface PlainCopyFacts {
  xmpAuthor: string | null
  hasJavaScript: boolean
  externalLinks: ExternalLink[]
}

/** Reads a copy of a PDF as PDFium writes it: each object as text, unencrypted, and each name without escapes. */
export function readPlainCopy(copy: Buffer): PlainCopyFacts {
  const dictionaries = withoutStreams(copy)
  const targets = new Set<string>()
  for (const [, literal, hex = ''] of dictionaries.matchAll(address)) {
    const target = literal === undefined ? Buffer.from(hex.replaceAll(/\s/g, ''), 'hex').toString() : unescape(literal)
    if (targets.size < linksMax) targets.add(target)
  }
  return {
    xmpAuthor: xmpAuthorOf(copy, dictionaries),
    hasJavaScript: javaScript.test(dictionaries),
    externalLinks: [...targets].map((target) => ({ type: 'hyperlink', target })),
  }
}

/** The content of streams could be taken for dictionaries. */
function withoutStreams(copy: Buffer): string {
  const parts: string[] = []
  let length = 0
  let at = 0
  while (at < copy.length && length < dictionariesMax) {
    const start = copy.indexOf('>>stream', at)
    const end = start === -1 ? copy.length : start + 2
    parts.push(copy.toString('latin1', at, end))
    length += end - at
    const next = start === -1 ? -1 : copy.indexOf('endstream', end)
    at = next === -1 ? copy.length : next
  }
  return parts.join('')
}

const unescape = (literal: string) => Buffer.from(literal.replaceAll(/\\([\s\S])/g, '$1'), 'latin1').toString()

/** The authors in the metadata of the catalogue (ISO 32000-1, 14.3.2), separated by commas. */
function xmpAuthorOf(copy: Buffer, dictionaries: string): string | null {
  const root = objectOf(dictionaries, /\/Root (\d+) 0 R/.exec(dictionaries.slice(-10_000))?.[1])
  const number = /\/Metadata (\d+) 0 R/.exec(root)?.[1]
  const xml = number === undefined ? undefined : streamOf(copy, number)
  return xml ? creatorsOf(xml) : null
}

/** The dictionary of an object. */
function objectOf(dictionaries: string, number: string | undefined): string {
  const start = number === undefined ? -1 : dictionaries.indexOf(`\n${number} 0 obj`)
  return start === -1 ? '' : dictionaries.slice(start, dictionaries.indexOf('endobj', start))
}

function streamOf(copy: Buffer, number: string): Buffer | undefined {
  const start = copy.indexOf(`\n${number} 0 obj`)
  const data = copy.indexOf('stream\r\n', start)
  const end = copy.indexOf('\r\nendstream', data)
  if (start === -1 || data === -1 || end === -1) return undefined
  return unpack(copy.subarray(data + 'stream\r\n'.length, end))
}

/** PDFium leaves out the filter of metadata, whether it is compressed or not. */
function unpack(content: Buffer): Buffer {
  try {
    return inflateSync(content, { maxOutputLength: metadataMax })
  } catch {
    return content.subarray(0, metadataMax)
  }
}

/** Metadata that can't be read has no authors. */
function creatorsOf(xml: Buffer): string | null {
  const creators: string[] = []
  let inCreator = false
  let value: string | undefined
  try {
    readXml(xml, 'its XMP metadata', {
      open: ({ name }) => {
        if (name === 'creator') inCreator = true
        if (inCreator && name === 'li') value = ''
      },
      text: (text) => {
        if (value !== undefined) value += text
      },
      close: (name) => {
        if (name === 'li' && value !== undefined) creators.push(value.trim())
        if (name === 'creator') inCreator = false
        value = undefined
      },
    })
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return null
  }
  return creators.length ? creators.join(', ') : null
}
