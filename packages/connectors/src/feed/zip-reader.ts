import { crc32 } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { ConnectorError } from '../connector-error.ts'

/** One document in an archive. */
export interface ZipDocument {
  /** Its path in the archive. */
  name: string
  chunks: AsyncGenerator<Buffer, void, undefined>
}

/** The largest archive that is read: all of it is held in memory, because its central directory is at its end. */
const archiveMax = 128 * 1024 * 1024
const entriesMax = 1000
/** Maximum number of bytes an archive may decompress to. */
const unpackedMax = 2 * 1024 * 1024 * 1024

// Records without their variable parts: the end of the archive and the header of an entry (PKWARE APPNOTE 6.3.10, sections 4.3.16 and
// 4.3.7).
const endBytes = 22
const localBytes = 30

/** Data that expands to more than this many times its size is a decompression bomb; lists have ratios of up to thirty. */
export const ratioMax = 250
/** Below this size the ratio is not checked. */
export const ratioFloor = 64 * 1024 * 1024

/**
 * The documents of a zip archive, one after the other; folders and the files that macOS adds are skipped.
 *
 * Stored and deflated entries are read; encrypted and overlapping entries are refused. Sizes and checksums are compared with the central
 * directory.
 *
 * @param feed the name of the archive in errors
 * @throws ConnectorError `changed_format` for an archive that is cut off or damaged, naming the entry; `refused` for one that is too large
 */
export async function* zipEntries(
  chunks: AsyncIterable<Buffer>,
  feed: string,
): AsyncGenerator<ZipDocument, void, undefined> {
  const archive = await wholeOf(chunks, feed)
  const zip = await openArchive(archive, feed)
  let left = unpackedMax
  for (const entry of await listedIn(zip, feed)) {
    const name = nameOf(entry)
    if (!entry.canDecodeFileData()) throw unreadable(feed, name, 'method')
    yield { name, chunks: checked(unpacked(zip, entry, feed), entry, feed, left) }
    left -= entry.uncompressedSize
  }
}

async function wholeOf(chunks: AsyncIterable<Buffer>, feed: string): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > archiveMax) throw new ConnectorError('ZIP_TOO_LARGE', { feed, megabytes: archiveMax / 1024 ** 2 })
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

const unreadable = (
  feed: string,
  entry: string,
  why: 'missing' | 'encrypted' | 'method' | 'checksum' | 'damaged',
  cause?: unknown,
) => new ConnectorError('ZIP_ENTRY_UNREADABLE', { feed, entry, why }, { cause })

async function openArchive(archive: Buffer, feed: string): Promise<ZipFile> {
  const end = lastRecord(archive, 'PK\x05\x06', endBytes)
  if (end === -1) throw new ConnectorError('ZIP_CUT_OFF', { feed, entry: lastEntryIn(archive) })
  // The library rejects data after the archive comment, which some servers add.
  const whole = archive.subarray(0, end + endBytes + archive.readUInt16LE(end + 20))
  // File names are sanitised and never used as paths; sizes are checked below.
  const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: false }
  const zip = await fromBufferPromise(whole, options).catch((cause: Error) => {
    throw new ConnectorError('ZIP_DAMAGED', { feed, detail: cause.message }, { cause })
  })
  if (zip.entryCount > entriesMax) throw new ConnectorError('ZIP_ENTRIES_TOO_MANY', { feed, count: zip.entryCount })
  return zip
}

/** The documents in order, after checking that no entry is missing, encrypted or overlapping. */
async function listedIn(zip: ZipFile, feed: string): Promise<Entry[]> {
  const placed: { entry: Entry; start: number }[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch((cause: Error) => {
        throw unreadable(feed, nameOf(entry), 'missing', cause)
      })
      if (entry.isEncrypted()) throw unreadable(feed, nameOf(entry), 'encrypted')
      placed.push({ entry, start: fileDataStart })
    }
  } catch (cause) {
    if (cause instanceof ConnectorError) throw cause
    throw new ConnectorError('ZIP_LIST_CUT_OFF', { feed, entry: zip.entriesRead + 1, count: zip.entryCount }, { cause })
  }
  let taken = 0
  for (const { entry, start } of placed.toSorted((a, b) => a.start - b.start)) {
    if (start < taken) throw new ConnectorError('ZIP_ENTRIES_OVERLAP', { feed, entry: nameOf(entry) })
    taken = start + entry.compressedSize
  }
  const passedOver = /\/$|(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/
  return placed.map(({ entry }) => entry).filter((entry) => !passedOver.test(nameOf(entry)))
}

/** The entry in which an archive without a central directory ends, by its last local header; `none` before the first. */
function lastEntryIn(archive: Buffer): string {
  const at = lastRecord(archive, 'PK\x03\x04', localBytes)
  const name = at + localBytes
  return at === -1 ? 'none' : plainName(archive.subarray(name, name + archive.readUInt16LE(at + 26)))
}

/** The start of the last record with this signature that has at least `bytes` bytes; -1 when there is none. */
function lastRecord(archive: Buffer, signature: string, bytes: number): number {
  const begins = archive.subarray(0, Math.max(0, archive.length - bytes + signature.length))
  return begins.lastIndexOf(signature, undefined, 'latin1')
}

const nameOf = ({ fileNameRaw }: Entry) => plainName(fileNameRaw)

const plainName = (bytes: Buffer) =>
  bytes
    .toString('utf8')
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, 200)

async function* unpacked(zip: ZipFile, entry: Entry, feed: string): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* await zip.openReadStreamPromise(entry)
  } catch (cause) {
    throw unreadable(feed, nameOf(entry), 'damaged', cause)
  }
}

async function* checked(
  chunks: AsyncGenerator<Buffer, void, undefined>,
  entry: Entry,
  feed: string,
  sizeMax: number,
): AsyncGenerator<Buffer, void, undefined> {
  let size = 0
  let crc = 0
  for await (const chunk of chunks) {
    size += chunk.length
    crc = crc32(chunk, crc)
    if (size > sizeMax) throw new ConnectorError('FEED_TOO_LARGE', { feed, max: unpackedMax })
    if (size > ratioFloor && size > entry.compressedSize * ratioMax) throw tooDense(`${feed}/${nameOf(entry)}`)
    yield chunk
  }
  if (size !== entry.uncompressedSize || crc !== entry.crc32) throw unreadable(feed, nameOf(entry), 'checksum')
}

/** The error for data with an excessive compression ratio. */
export function tooDense(feed: string): ConnectorError {
  return new ConnectorError('FEED_TOO_DENSE', { feed, max: ratioMax })
}
