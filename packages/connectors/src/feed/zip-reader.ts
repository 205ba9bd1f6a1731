import { Readable, pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { ConnectorError } from '../connector-error.ts'

/** One document in an archive. */
export interface ZipEntry {
  /** Its path in the archive. */
  name: string
  chunks: AsyncGenerator<Buffer, void, undefined>
}

/** The largest archive that is read: its table of contents stands at its end, so all of it is held. */
const archiveMax = 128 * 1024 * 1024
const entriesMax = 1000
/** Most bytes an archive unpacks to. */
const unpackedMax = 2 * 1024 * 1024 * 1024
const pieceBytes = 64 * 1024

const endSignature = 0x06054b50
const centralSignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const centralBytes = 46
const localBytes = 30
const commentMax = 0xffff
const encryptedFlag = 1
const sizeBehindFlag = 8
const stored = 0
const deflated = 8

/** Data that unpacks to more than so many times its size is made to fill a disk, not to be read; lists reach thirty. */
export const ratioMax = 250
/** Below this the ratio says nothing. */
export const ratioFloor = 64 * 1024 * 1024

interface Listed {
  name: string
  method: number
  crc: number
  packedSize: number
  size: number
  start: number
}

/**
 * The documents of a zip archive, one after the other; folders and what macOS adds are passed over.
 *
 * Source: PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16. Stored and deflated entries are read; encrypted ones, zip64 and
 * entries that overlap are refused. Sizes and checksums are compared with what the table of contents says.
 *
 * @param feed what the archive is called in errors
 * @throws ConnectorError `changed_format` for an archive that is cut off or damaged, naming the entry; `refused` for one that is too large
 */
export async function* zipEntries(
  chunks: AsyncIterable<Buffer>,
  feed: string,
): AsyncGenerator<ZipEntry, void, undefined> {
  const archive = await wholeOf(chunks, feed)
  let left = unpackedMax
  for (const entry of listedIn(archive, feed)) {
    const label = `${feed}, entry ${entry.name}`
    if (entry.method !== stored && entry.method !== deflated)
      throw new ConnectorError('changed_format', `${label}: packed by a method that is not read (${entry.method})`)
    const packed = archive.subarray(entry.start, entry.start + entry.packedSize)
    const counted = checked(entry.method === stored ? pieces(packed) : inflated(packed, label), entry, label, left)
    yield { name: entry.name, chunks: counted }
    left -= entry.size
  }
}

async function wholeOf(chunks: AsyncIterable<Buffer>, feed: string): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > archiveMax) {
      const advice = 'unpack it first, gzip has no such limit'
      throw new ConnectorError('refused', `${feed} is a zip archive of more than 128 MB: ${advice}`)
    }
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

function listedIn(archive: Buffer, feed: string): Listed[] {
  const damaged = (why: string) => new ConnectorError('changed_format', `${feed} is a damaged zip archive: ${why}`)
  const end = endOf(archive)
  const last = end === -1 ? lastEntryOf(archive) : null
  if (end === -1) throw damaged(`it was cut off ${last === null ? 'at its start' : `in the entry ${last}`}`)
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  if (count === 0xffff || at === 0xffffffff) throw damaged('it is written as zip64, which is not read')
  if (count > entriesMax) throw new ConnectorError('refused', `${feed} is a zip archive of ${count} entries`)
  const listed: Listed[] = []
  for (let number = 1; number <= count; number++) {
    if (at + centralBytes > end || archive.readUInt32LE(at) !== centralSignature)
      throw damaged(`its table of contents breaks off at entry ${number} of ${count}`)
    const nameLength = archive.readUInt16LE(at + 28)
    const name = plainName(archive.subarray(at + centralBytes, at + centralBytes + nameLength))
    const flags = archive.readUInt16LE(at + 8)
    const offset = archive.readUInt32LE(at + 42)
    const packedSize = archive.readUInt32LE(at + 20)
    const start = dataStart(archive, offset)
    if (start === -1 || start + packedSize > end) throw damaged(`the entry ${name} is not where it should be`)
    if (flags & encryptedFlag) throw damaged(`the entry ${name} is encrypted`)
    const size = archive.readUInt32LE(at + 24)
    listed.push({
      name,
      method: archive.readUInt16LE(at + 10),
      crc: archive.readUInt32LE(at + 16),
      packedSize,
      size,
      start,
    })
    at += centralBytes + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  let taken = 0
  for (const { name, start, packedSize } of listed.toSorted((a, b) => a.start - b.start)) {
    if (start < taken)
      throw new ConnectorError('refused', `${feed} is a zip archive whose entry ${name} lies in another`)
    taken = start + packedSize
  }
  return listed.filter(({ name }) => !name.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/.test(name))
}

/** Where the end record begins; a comment may follow it. */
function endOf(archive: Buffer): number {
  const from = Math.max(0, archive.length - endBytes - commentMax)
  for (let at = archive.length - endBytes; at >= from; at--) if (archive.readUInt32LE(at) === endSignature) return at
  return -1
}

function dataStart(archive: Buffer, offset: number): number {
  if (offset + localBytes > archive.length || archive.readUInt32LE(offset) !== localSignature) return -1
  return offset + localBytes + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
}

/** The name of the last entry that begins in an archive without its end; null when none does. */
function lastEntryOf(archive: Buffer): string | null {
  let name: string | null = null
  for (let at = 0, start = dataStart(archive, 0); start !== -1; start = dataStart(archive, at)) {
    name = plainName(archive.subarray(at + localBytes, at + localBytes + archive.readUInt16LE(at + 26)))
    const size = archive.readUInt32LE(at + 18)
    // Written on the fly, its size stands behind it: nobody knows where the next begins.
    if (archive.readUInt16LE(at + 6) & sizeBehindFlag) return name
    at = start + size
  }
  return name
}

const plainName = (bytes: Buffer) =>
  bytes
    .toString('utf8')
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, 200)

async function* pieces(data: Buffer): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < data.length; at += pieceBytes) yield data.subarray(at, at + pieceBytes)
}

async function* inflated(packed: Buffer, label: string): AsyncGenerator<Buffer, void, undefined> {
  const stream = pipeline(Readable.from(pieces(packed)), createInflateRaw(), () => {})
  try {
    for await (const chunk of stream) yield chunk as Buffer
  } catch (cause) {
    throw new ConnectorError('changed_format', `${label} is damaged or cut off`, { cause })
  }
}

async function* checked(
  chunks: AsyncGenerator<Buffer, void, undefined>,
  entry: Listed,
  label: string,
  sizeMax: number,
): AsyncGenerator<Buffer, void, undefined> {
  let size = 0
  let crc = 0
  for await (const chunk of chunks) {
    size += chunk.length
    crc = crc32(chunk, crc)
    if (size > sizeMax) throw new ConnectorError('refused', `${label}: the archive unpacks to more than 2 GB`)
    if (size > ratioFloor && size > entry.packedSize * ratioMax) throw tooDense(label)
    yield chunk
  }
  if (size !== entry.size || crc !== entry.crc)
    throw new ConnectorError('changed_format', `${label} is damaged: it is not what its checksum says`)
}

/** What to say of data that unpacks beyond measure. */
export function tooDense(label: string): ConnectorError {
  return new ConnectorError('refused', `${label} unpacks to more than ${ratioMax} times its size`)
}
