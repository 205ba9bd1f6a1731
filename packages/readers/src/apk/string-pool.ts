import type { Buffer } from 'node:buffer'
import { UnreadableFile } from '../file-kind.ts'
import { ByteReader } from '../byte-reader.ts'
import { mebibyte } from '../mebibyte.ts'

const utf8Flag = 0x100
/** All decoded strings together, in characters: their places may overlap, so a small file could have any number of long ones. */
const decodedMax = 32 * mebibyte
const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true })
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * The strings of a binary XML document or a resource table. Each is decoded when it is first asked for, so that false counts and lengths
 * only cost the strings that nobody can read. Source: Android's ResourceTypes.h, `ResStringPool_header`.
 */
export class StringPool {
  readonly #bytes: Buffer
  /** Where the places of strings end: before the strings, whatever their count says. */
  readonly #end: number
  readonly #headerSize: number
  readonly #isUtf8: boolean
  readonly #stringsStart: number
  readonly #decoded = new Map<number, string | undefined>()
  #decodedLength = 0
  /** Whether there are fewer strings than the header says. */
  readonly hasFalseCount: boolean
  /** Whether a string that was asked for doesn't end with a NUL. */
  hasOpenString = false

  /** @param bytes the chunk with its header */
  constructor(bytes: Buffer) {
    const header = new ByteReader(bytes, 2)
    this.#bytes = bytes
    this.#headerSize = header.u16()
    header.take(4)
    const [strings, styles] = [header.u32(), header.u32()]
    this.#isUtf8 = (header.u32() & utf8Flag) !== 0
    this.#stringsStart = header.u32()
    this.#end = Math.max(this.#stringsStart, this.#headerSize + 4 * strings)
    this.hasFalseCount = this.#headerSize + 4 * (strings + styles) > this.#stringsStart && strings > 0
  }

  /** Undefined for an index without a string. */
  get(index: number): string | undefined {
    if (this.#decoded.has(index)) return this.#decoded.get(index)
    const text = this.#decode(index)
    this.#decodedLength += text?.length ?? 0
    if (this.#decodedLength > decodedMax) throw new UnreadableFile('tooLarge', 'too many long strings')
    this.#decoded.set(index, text)
    return text
  }

  #decode(index: number): string | undefined {
    const entry = this.#headerSize + 4 * index
    if (entry + 4 > Math.min(this.#end, this.#bytes.length)) return undefined
    const reader = new ByteReader(this.#bytes, this.#stringsStart + this.#bytes.readUInt32LE(entry))
    if (reader.left < 2) return undefined
    const text = this.#isUtf8 ? decodeUtf8(reader) : decodeUtf16(reader)
    this.hasOpenString ||= this.#bytes[reader.at] !== 0
    return text
  }
}

function decodeUtf8(reader: ByteReader): string {
  utf8Length(reader)
  const length = utf8Length(reader)
  return utf8.decode(reader.take(Math.min(length, Math.max(0, reader.left))))
}

/** One byte, or two if the first has its high bit set. */
function utf8Length(reader: ByteReader): number {
  if (reader.left < 1) return 0
  const first = reader.u8()
  return (first & 0x80) !== 0 && reader.left > 0 ? ((first & 0x7f) << 8) | reader.u8() : first
}

function decodeUtf16(reader: ByteReader): string {
  const first = reader.u16()
  const length = (first & 0x8000) !== 0 && reader.left >= 2 ? (first & 0x7fff) * 0x10000 + reader.u16() : first
  return utf16.decode(reader.take(Math.min(2 * length, reader.left - (reader.left % 2))))
}
