import { Buffer } from 'node:buffer'
import { inflateRawSync } from 'node:zlib'
import { ByteReader } from './byte-reader.ts'
import { UnreadableFile } from './file-kind.ts'
import { mebibyte } from './mebibyte.ts'

/** An entry of the directory of a ZIP file. */
export interface ZipEntry {
  name: string
  method: number
  isEncrypted: boolean
  size: number
  compressedSize: number
  localOffset: number
}

/** Where the parts of a ZIP file are: the content before the directory, the directory, and the record at the end. */
export interface ZipLayout {
  directoryOffset: number
  directorySize: number
  endOffset: number
}

const endSignature = Buffer.from('PK\u0005\u0006', 'latin1')
const endSize = 22
const commentMax = 0xffff
const directorySignature = 0x02014b50
const localSignature = 0x04034b50
/** The methods of compression that everything knows. */
export const [stored, deflated] = [0, 8] as const
const encryptedBit = 1
const entriesMax = 0x10000
const pieceMax = mebibyte
/** Control characters, which no tool puts into the names of an app. */
const controlCharacters = /\p{Cc}/u

/**
 * A ZIP file as Android reads it: by its directory alone. What a file does to make other readers fail is only noted in `flags`: the
 * encrypted bit and unknown methods, which Android ignores, names that differ in the local headers, names that exist twice, false counts
 * and sizes. Source: APPNOTE.TXT 6.3.10 (sections 4.3 and 4.4); no ZIP64, which Android doesn't install.
 */
export class Zip {
  readonly bytes: Buffer
  readonly layout: ZipLayout
  readonly entries: ZipEntry[] = []
  readonly flags = new Set<string>()
  readonly #byName = new Map<string, ZipEntry>()
  /** How many bytes the whole was moved by data before it, which its offsets don't count. */
  readonly #shift: number

  constructor(bytes: Buffer) {
    this.bytes = bytes
    const end = endRecordOf(bytes)
    if (end === undefined) throw new UnreadableFile('damaged', 'the ZIP file has no directory')
    const record = new ByteReader(bytes, end + 10)
    const count = record.u16()
    const directorySize = record.u32()
    const stated = record.u32()
    const comment = record.u16()
    this.#shift = startsDirectory(bytes, stated) ? 0 : Math.max(0, end - directorySize - stated)
    this.layout = { directorySize, directoryOffset: stated + this.#shift, endOffset: end }
    if (this.#shift > 0) this.flags.add('dataBeforeZip')
    if (comment > 0) this.flags.add('zipComment')
    if (record.left !== comment) this.flags.add('zipCommentLength')
    this.#readDirectory(count)
  }

  /** Whether a file starts or ends as a ZIP file does. */
  static recognizes(bytes: Buffer): boolean {
    return startsAsZip(bytes) || (bytes.length >= endSize && endRecordOf(bytes) !== undefined)
  }

  entry(name: string): ZipEntry | undefined {
    return this.#byName.get(name)
  }

  /** The content of an entry. @param max the most bytes it may have */
  read(entry: ZipEntry, max: number): Buffer {
    const start = this.#dataOffset(entry)
    const packed = this.bytes.subarray(start, start + entry.compressedSize)
    if (entry.method === deflated) {
      const inflated = inflate(packed, max, entry)
      if (inflated.length !== entry.size) this.flags.add('entrySize')
      return inflated
    }
    // Android takes an unknown method for stored data, other tools for deflated; the sizes tell what it is.
    if (entry.method !== stored && entry.size !== entry.compressedSize) {
      const inflated = tryInflate(packed, max)
      if (inflated?.length === entry.size) return inflated
    }
    const length = entry.method === stored ? entry.compressedSize : entry.size
    if (length > max) throw new UnreadableFile('tooLarge', `${entry.name} has ${length} bytes`)
    if (start + length > this.bytes.length) throw new UnreadableFile('damaged', `${entry.name} ends outside the file`)
    return this.bytes.subarray(start, start + length)
  }

  #readDirectory(count: number): void {
    const reader = new ByteReader(this.bytes, this.layout.directoryOffset)
    while (this.entries.length < entriesMax && startsDirectory(this.bytes, reader.at)) {
      const { entry, ...more } = readDirectoryEntry(reader)
      this.#add({ entry: { ...entry, localOffset: entry.localOffset + this.#shift }, ...more })
    }
    if (this.entries.length !== count) this.flags.add('directoryCount')
  }

  #add({ entry, nameBytes }: DirectoryEntry): void {
    this.entries.push(entry)
    if (entry.isEncrypted) this.flags.add('encryptedBit')
    if (entry.method !== stored && entry.method !== deflated) this.flags.add('unknownMethod')
    if (controlCharacters.test(entry.name)) this.flags.add('controlCharacterInName')
    if (this.#byName.has(entry.name)) this.flags.add('duplicateEntry')
    else this.#byName.set(entry.name, entry)
    if (!this.#localNameIs(entry, nameBytes)) this.flags.add('localNameDiffers')
  }

  #localNameIs({ localOffset }: ZipEntry, name: Buffer): boolean {
    const { bytes } = this
    if (localOffset + 30 > bytes.length) return false
    const length = bytes.readUInt16LE(localOffset + 26)
    return bytes.subarray(localOffset + 30, localOffset + 30 + length).equals(name)
  }

  #dataOffset({ localOffset }: ZipEntry): number {
    const local = new ByteReader(this.bytes, localOffset + 26)
    return localOffset + 30 + local.u16() + local.u16()
  }
}

/** Whether a file starts with an entry of a ZIP file. */
export const startsAsZip = (bytes: Buffer): boolean =>
  bytes.length >= endSize && bytes.readUInt32LE(0) === localSignature

const startsDirectory = (bytes: Buffer, at: number) =>
  at + 46 <= bytes.length && bytes.readUInt32LE(at) === directorySignature

interface DirectoryEntry {
  entry: ZipEntry
  nameBytes: Buffer
}

function readDirectoryEntry(reader: ByteReader): DirectoryEntry {
  reader.take(8)
  const isEncrypted = (reader.u16() & encryptedBit) !== 0
  const method = reader.u16()
  reader.take(8)
  const compressedSize = reader.u32()
  const size = reader.u32()
  const nameLength = reader.u16()
  const extraLength = reader.u16()
  const commentLength = reader.u16()
  reader.take(8)
  const localOffset = reader.u32()
  const nameBytes = reader.take(nameLength)
  reader.take(extraLength + commentLength)
  return { entry: { name: nameOf(nameBytes), method, isEncrypted, size, compressedSize, localOffset }, nameBytes }
}

function nameOf(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return text.includes('\uFFFD') ? bytes.toString('latin1') : text
}

/**
 * The offset of the end record: the last one whose comment ends with the file, else the last one, as its length may be wrong on purpose.
 */
function endRecordOf(bytes: Buffer): number | undefined {
  const first = Math.max(0, bytes.length - endSize - commentMax)
  let last: number | undefined
  let at = bytes.lastIndexOf(endSignature, bytes.length - endSize)
  while (at >= first) {
    last ??= at
    if (at + endSize + bytes.readUInt16LE(at + 20) === bytes.length) return at
    if (at === 0) break
    at = bytes.lastIndexOf(endSignature, at - 1)
  }
  return last
}

/** Inflating is twice as fast in one piece than in small ones. */
const pieceOf = (size: number) => Math.max(64, Math.min(size + 1, pieceMax))

/** Undefined for damaged data, and for more than `max` bytes. */
function tryInflate(packed: Buffer, max: number): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, max), chunkSize: pieceMax })
  } catch {
    return undefined
  }
}

function inflate(packed: Buffer, max: number, { name, size }: ZipEntry): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: max, chunkSize: pieceOf(size) })
  } catch (error) {
    const isTooLarge = error instanceof RangeError
    throw isTooLarge
      ? new UnreadableFile('tooLarge', `${name} has over ${max} bytes`)
      : new UnreadableFile('damaged', `${name} can't be inflated`)
  }
}
