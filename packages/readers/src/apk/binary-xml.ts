import type { Buffer } from 'node:buffer'
import { UnreadableFile } from '../file-kind.ts'
import { ByteReader } from '../byte-reader.ts'
import { StringPool } from './string-pool.ts'

/** A value with its type, as attributes and resources have it (`Res_value`). */
export interface ResourceValue {
  type: number
  data: number
  /** The text of a string. */
  text?: string | undefined
}

export interface XmlAttribute extends ResourceValue {
  name: string
  /** The number of an attribute of Android, which decides what it is: its name may be empty or false. */
  id: number | undefined
}

export interface XmlElement {
  name: string
  /** The root has depth 0. */
  depth: number
  attributes: XmlAttribute[]
}

export interface BinaryXml {
  /** In the order of the document. */
  elements: XmlElement[]
  /** How many of them come before a string without an end, at which some readers stop. */
  closedElements: number
  flags: string[]
}

export const valueTypes = {
  reference: 0x01,
  string: 0x03,
  dynamicReference: 0x07,
  decimal: 0x10,
  hex: 0x11,
  boolean: 0x12,
}

const chunkTypes = { strings: 0x0001, xml: 0x0003, startElement: 0x0102, endElement: 0x0103, resourceIds: 0x0180 }
/** The sizes of the headers of all types of chunks in a document; from 0x0100 on those of namespaces, elements and text. */
const headerSizes = new Map([
  [chunkTypes.strings, 28],
  [chunkTypes.resourceIds, 8],
  ...[0x0100, 0x0101, 0x0102, 0x0103, 0x0104].map((type): [number, number] => [type, 16]),
])
const none = 0xffffffff
const elementsMax = 100_000

/** Whether a file is a binary XML document: by its first chunk and the strings after it. Malware gives the first chunk type 0. */
export function isBinaryXml(bytes: Buffer): boolean {
  if (bytes.length < 16 || bytes.readUInt16LE(2) !== 8) return false
  const type = bytes.readUInt16LE(0)
  return (type === chunkTypes.xml || type === 0) && bytes.readUInt16LE(8) === chunkTypes.strings
}

/**
 * Reads a binary XML document as Android does: chunks of unknown types and text are passed over. What is only odd is noted in `flags`.
 * Source: Android's ResourceTypes.h, `ResXMLTree`.
 *
 * @throws UnreadableFile
 */
export function readBinaryXml(bytes: Buffer): BinaryXml {
  const reading = new Reading()
  if (bytes.length >= 8 && bytes.readUInt16LE(0) !== chunkTypes.xml) reading.flags.add('documentType')
  if (bytes.length >= 8 && bytes.readUInt32LE(4) !== bytes.length) reading.flags.add('documentSize')
  let at = 8
  while (at + 8 <= bytes.length) {
    const end = at + bytes.readUInt32LE(at + 4)
    const isStrings = bytes.readUInt16LE(at) === chunkTypes.strings
    const isSizeRight = end >= at + 8 && end <= bytes.length && (!isStrings || fits(bytes, end))
    if (!isSizeRight) reading.flags.add('chunkSize')
    // Strings whose size is wrong are read all the same, as each has a place of its own.
    if (isSizeRight || isStrings) reading.chunk(bytes.subarray(at, isSizeRight ? end : bytes.length))
    at = isSizeRight ? end : nextChunk(bytes, at + 4)
  }
  if (!reading.hasStrings) throw new UnreadableFile('damaged', 'no binary XML document')
  return reading.result
}

/** Where a known chunk starts after one whose size is wrong. */
function nextChunk(bytes: Buffer, from: number): number {
  for (let at = from + (-from & 3); at + 8 <= bytes.length; at += 4) if (fits(bytes, at)) return at
  return bytes.length
}

/** Whether a known chunk, or the end, can be at a place. */
function fits(bytes: Buffer, at: number): boolean {
  if (at + 8 > bytes.length) return at === bytes.length
  const size = bytes.readUInt32LE(at + 4)
  return (
    headerSizes.get(bytes.readUInt16LE(at)) === bytes.readUInt16LE(at + 2) && size >= 8 && at + size <= bytes.length
  )
}

class Reading {
  readonly flags = new Set<string>()
  readonly #elements: XmlElement[] = []
  #closedElements: number | undefined
  #strings: StringPool | undefined
  #ids: number[] = []
  #depth = 0

  get hasStrings(): boolean {
    return this.#strings !== undefined
  }

  get result(): BinaryXml {
    if (this.#closedElements !== undefined) this.flags.add('openString')
    if (this.#strings?.hasFalseCount) this.flags.add('stringCount')
    const closedElements = this.#closedElements ?? this.#elements.length
    return { elements: this.#elements, closedElements, flags: [...this.flags] }
  }

  chunk(bytes: Buffer): void {
    const type = bytes.readUInt16LE(0)
    if (type === chunkTypes.strings) this.#strings ??= new StringPool(bytes)
    else if (type === chunkTypes.resourceIds) this.#readIds(bytes)
    else if (type === chunkTypes.startElement) this.#startElement(bytes)
    else if (type === chunkTypes.endElement) this.#depth = Math.max(0, this.#depth - 1)
  }

  #readIds(bytes: Buffer): void {
    const reader = new ByteReader(bytes, bytes.readUInt16LE(2))
    this.#ids = []
    while (reader.left >= 4) this.#ids.push(reader.u32())
  }

  #startElement(bytes: Buffer): void {
    if (this.#elements.length >= elementsMax) throw new UnreadableFile('tooLarge', `over ${elementsMax} elements`)
    const start = bytes.readUInt16LE(2)
    const header = new ByteReader(bytes, start + 4)
    const name = this.#strings?.get(header.u32()) ?? ''
    const [attributeStart, attributeSize, count] = [header.u16(), header.u16(), header.u16()]
    const attributes: XmlAttribute[] = []
    for (let index = 0; index < count; index += 1) {
      const reader = new ByteReader(bytes, start + attributeStart + index * Math.max(20, attributeSize))
      if (reader.left < 20) break
      attributes.push(this.#attribute(reader))
    }
    if (this.#strings?.hasOpenString) this.#closedElements ??= this.#elements.length
    this.#elements.push({ name, depth: this.#depth, attributes })
    this.#depth += 1
  }

  #attribute(reader: ByteReader): XmlAttribute {
    reader.take(4)
    const nameIndex = reader.u32()
    const raw = reader.u32()
    reader.take(3)
    const type = reader.u8()
    const data = reader.u32()
    const textIndex = type === valueTypes.string ? data : raw
    const text = textIndex === none ? undefined : this.#strings?.get(textIndex)
    return { name: this.#strings?.get(nameIndex) ?? '', id: this.#ids[nameIndex], type, data, text }
  }
}
