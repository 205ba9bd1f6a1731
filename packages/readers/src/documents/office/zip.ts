import { Buffer } from 'node:buffer'
import { inflateRawSync } from 'node:zlib'
import { UnreadableFile } from '../../file-kind.ts'

/** Of one part, in bytes. */
const inflatedPartMax = 128 * 1024 * 1024
/** Of all parts that are read. */
const inflatedMax = 256 * 1024 * 1024
const partsMax = 20_000

const endLength = 22
const commentMax = 0xffff
const headerLength = 46
const localLength = 30
const encryptedFlag = 1

interface Part {
  name: string
  method: number
  isEncrypted: boolean
  packed: number
  /** Of its local header. */
  at: number
}

/** Whether a file starts like a ZIP archive. */
export const isZip = (bytes: Buffer): boolean => bytes.length >= endLength && bytes.readUInt32LE(0) === 0x04034b50

/** The parts of an Office document: a ZIP archive, read by its central directory (PKWARE APPNOTE.TXT, section 4.3). */
export class ZipParts {
  readonly #bytes: Buffer
  readonly #parts = new Map<string, Part>()
  #inflated = 0

  /** @throws UnreadableFile if its directory is damaged */
  constructor(bytes: Buffer) {
    this.#bytes = bytes
    for (const part of directoryOf(bytes)) {
      const key = keyOf(part.name)
      if (!this.#parts.has(key)) this.#parts.set(key, part)
    }
  }

  get names(): string[] {
    return [...this.#parts.values()].map(({ name }) => name)
  }

  has(name: string): boolean {
    return this.#parts.has(keyOf(name))
  }

  /** The content of a part; undefined if there is none of this name. Names are compared regardless of case (ECMA-376-2, 6.2.2.3). */
  read(name: string): Buffer | undefined {
    const part = this.#parts.get(keyOf(name))
    if (!part) return undefined
    if (part.isEncrypted) throw new UnreadableFile('locked', `${part.name} is encrypted`)
    const content = this.#unpack(part)
    this.#inflated += content.length
    if (this.#inflated > inflatedMax)
      throw new UnreadableFile('tooLarge', `its parts inflate to more than ${inflatedMax} bytes`)
    return content
  }

  #unpack(part: Part): Buffer {
    const from = contentOf(this.#bytes, part)
    const packed = this.#bytes.subarray(from, from + part.packed)
    if (packed.length < part.packed) throw new UnreadableFile('damaged', `${part.name} ends outside the file`)
    if (part.method === 0) return packed
    if (part.method !== 8)
      throw new UnreadableFile('damaged', `${part.name} has the unknown compression ${part.method}`)
    try {
      return inflateRawSync(packed, { maxOutputLength: inflatedPartMax })
    } catch (error) {
      if (error instanceof RangeError)
        throw new UnreadableFile('tooLarge', `${part.name} inflates to more than ${inflatedPartMax} bytes`)
      throw new UnreadableFile('damaged', `${part.name} can't be inflated`)
    }
  }
}

const keyOf = (name: string) => name.replace(/^\/+/, '').toLowerCase()

function directoryOf(bytes: Buffer): Part[] {
  const end = endOf(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > partsMax) throw new UnreadableFile('tooLarge', `it has more than ${partsMax} parts`)
  const parts: Part[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let n = 0; n < count; n++) {
    if (at + headerLength > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50)
      throw new UnreadableFile('damaged', 'the directory of its parts is broken')
    const nameLength = bytes.readUInt16LE(at + 28)
    parts.push({
      name: bytes.toString('utf8', at + headerLength, at + headerLength + nameLength).replaceAll('\\', '/'),
      method: bytes.readUInt16LE(at + 10),
      isEncrypted: (bytes.readUInt16LE(at + 8) & encryptedFlag) !== 0,
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    })
    at += headerLength + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return parts
}

/** The offset of the end record: the last one, which a comment may follow. */
function endOf(bytes: Buffer): number {
  const from = Math.max(0, bytes.length - endLength - commentMax)
  for (let at = bytes.length - endLength; at >= from; at--) {
    if (bytes.readUInt32LE(at) === 0x06054b50) return at
  }
  throw new UnreadableFile('damaged', 'the directory of its parts is missing')
}

/** The offset of the content of a part. */
function contentOf(bytes: Buffer, { name, at }: Part): number {
  if (at + localLength > bytes.length || bytes.readUInt32LE(at) !== 0x04034b50)
    throw new UnreadableFile('damaged', `${name} is missing`)
  return at + localLength + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
}
