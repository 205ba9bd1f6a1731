import { Buffer } from 'node:buffer'
import { SaxesParser } from 'saxes'
import { UnreadableFile } from '../file-kind.ts'

/** A property list: the settings of an app, and whatever Apple's tools write. A value of a type that isn't read is null. */
export type Plist = string | number | boolean | Buffer | null | Plist[] | PlistDictionary
export type PlistDictionary = Map<string, Plist>

const objectsMax = 100_000
const depthMax = 100

/** Reads a property list, binary or XML. @throws UnreadableFile */
export function readPlist(bytes: Buffer): Plist {
  return bytes.toString('latin1', 0, 8) === 'bplist00' ? new BinaryPlist(bytes).value : readXmlPlist(bytes)
}

export const dictionaryOf = (value: Plist | undefined): PlistDictionary => (value instanceof Map ? value : new Map())
export const plistText = (value: Plist | undefined): string | null => (typeof value === 'string' ? value : null)
export const listOf = (value: Plist | undefined): Plist[] => (Array.isArray(value) ? value : [])

/** Source: the comment in CFBinaryPList.c of Apple's CoreFoundation. Objects that are referred to twice are read once. */
class BinaryPlist {
  readonly value: Plist
  readonly #bytes: Buffer
  readonly #offsets: number[] = []
  readonly #referenceSize: number
  readonly #known = new Map<number, Plist>()
  readonly #open = new Set<number>()
  #references = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    const trailer = bytes.length - 32
    const offsetSize = this.#number(trailer + 6, 1)
    this.#referenceSize = this.#number(trailer + 7, 1)
    const count = this.#number(trailer + 8, 8)
    const table = this.#number(trailer + 24, 8)
    if (count > objectsMax) throw new UnreadableFile('tooLarge', `over ${objectsMax} values in a property list`)
    for (let index = 0; index < count; index += 1)
      this.#offsets.push(this.#number(table + index * offsetSize, offsetSize))
    this.value = this.#object(this.#number(trailer + 16, 8))
  }

  #number(at: number, size: number): number {
    if (size < 1 || size > 8) throw new UnreadableFile('damaged', 'a property list has a number of a wrong size')
    let value = 0
    for (const byte of this.#slice(at, size)) value = value * 256 + byte
    return value
  }

  #slice(at: number, length: number): Buffer {
    if (at < 0 || at + length > this.#bytes.length)
      throw new UnreadableFile('damaged', 'a value is outside its property list')
    return this.#bytes.subarray(at, at + length)
  }

  #object(index: number): Plist {
    const at = this.#offsets[index]
    const known = at === undefined ? undefined : this.#known.get(at)
    if (known !== undefined) return known
    if (at === undefined || this.#open.has(at)) throw new UnreadableFile('damaged', 'a property list refers to itself')
    if (this.#open.size > depthMax || ++this.#references > objectsMax)
      throw new UnreadableFile('tooLarge', 'a property list is nested too deep')
    this.#open.add(at)
    const value = this.#read(at)
    this.#open.delete(at)
    this.#known.set(at, value)
    return value
  }

  #read(at: number): Plist {
    const marker = this.#number(at, 1)
    const type = marker >> 4
    if (type === 0) return marker === 8 || marker === 9 ? marker === 9 : null
    if (type === 1) return this.#number(at + 1, Math.min(8, 2 ** (marker & 0x0f)))
    const { count, start } = this.#count(at, marker)
    if (type === 4) return this.#slice(start, count)
    if (type === 5) return this.#slice(start, count).toString('latin1')
    if (type === 6)
      return Buffer.from(this.#slice(start, count * 2))
        .swap16()
        .toString('utf16le')
    if (type === 0xa || type === 0xc) return this.#referred(start, count)
    if (type !== 0xd) return null
    const keys = this.#referred(start, count)
    const values = this.#referred(start + count * this.#referenceSize, count)
    return new Map(keys.flatMap((key, index) => (typeof key === 'string' ? [[key, values[index] ?? null]] : [])))
  }

  #count(at: number, marker: number): { count: number; start: number } {
    const short = marker & 0x0f
    if (short !== 0x0f) return { count: short, start: at + 1 }
    const size = 2 ** (this.#number(at + 1, 1) & 0x0f)
    return { count: this.#number(at + 2, size), start: at + 2 + size }
  }

  #referred(start: number, count: number): Plist[] {
    this.#slice(start, count * this.#referenceSize)
    if ((this.#references += count) > objectsMax)
      throw new UnreadableFile('tooLarge', 'a property list has too many values')
    return Array.from({ length: count }, (_, index) =>
      this.#object(this.#number(start + index * this.#referenceSize, this.#referenceSize)),
    )
  }
}

const damaged = (problem: string) => new UnreadableFile('damaged', `a property list ${problem}`)

/** Source: Apple's PropertyList-1.0.dtd. Entities of a document type are never expanded. */
function readXmlPlist(bytes: Buffer): Plist {
  const stack: { value: Plist[] | PlistDictionary; key: string | undefined }[] = []
  let root: Plist | undefined
  let text = ''
  let count = 0
  const add = (value: Plist) => {
    if (++count > objectsMax) throw new UnreadableFile('tooLarge', `over ${objectsMax} values in a property list`)
    const above = stack.at(-1)
    if (!above) root ??= value
    else if (Array.isArray(above.value)) above.value.push(value)
    else if (above.key !== undefined) above.value.set(above.key, value)
    return value
  }
  const parser = new SaxesParser()
  parser.on('error', () => {
    throw damaged('is no XML document')
  })
  parser.on('opentag', ({ name }) => {
    text = ''
    if (name !== 'dict' && name !== 'array') return
    if (stack.length > depthMax) throw new UnreadableFile('tooLarge', 'a property list is nested too deep')
    const value: Plist[] | PlistDictionary = name === 'dict' ? new Map<string, Plist>() : []
    add(value)
    stack.push({ value, key: undefined })
  })
  parser.on('text', (piece) => (text += piece))
  parser.on('cdata', (piece) => (text += piece))
  parser.on('closetag', ({ name }) => {
    const above = stack.at(-1)
    if (name === 'dict' || name === 'array') stack.pop()
    else if (name === 'key') {
      if (above) above.key = text
    } else if (name !== 'plist') add(scalarOf(name, text))
    text = ''
  })
  parser.write(bytes.toString('utf8')).close()
  if (root === undefined) throw damaged('is empty')
  return root
}

function scalarOf(name: string, text: string): Plist {
  if (name === 'string' || name === 'date') return text
  if (name === 'integer' || name === 'real') return Number(text)
  if (name === 'data') return Buffer.from(text, 'base64')
  return name === 'true' || name === 'false' ? name === 'true' : null
}
