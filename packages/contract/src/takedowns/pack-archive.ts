/*
 * Reads the ZIP archive of an evidence pack strictly, in a browser or in Node: only what Signet itself writes is accepted, so that no two
 * programs read different things from one archive (APPNOTE.TXT 6.3.10, sections 4.3 to 4.5). The archive is hostile until it is verified.
 */
import { required } from '../narrow.ts'

/** One file of the archive. */
export interface ArchiveEntry {
  /** With `/` between folders; safe on every file system. */
  path: string
  /** In bytes, as declared; `readEntry` checks it. */
  size: number
  isDeflated: boolean
  /** The stored bytes. */
  stored: Blob
}

/** Why an archive is refused; `entry` names the file if one is to blame. */
export class PackError extends Error {
  override name = 'PackError'
  readonly reason: PackErrorReason
  readonly entry: string | null

  constructor(reason: PackErrorReason, entry: string | null = null) {
    super(entry === null ? reason : `${reason}: ${entry}`)
    this.reason = reason
    this.entry = entry
  }
}
/** Why an archive is refused. */
export type PackErrorReason =
  | 'notAnArchive'
  | 'damaged'
  | 'unsafeName'
  | 'repeatedName'
  | 'encrypted'
  | 'tooMany'
  | 'tooLarge'

/** Limits of an archive: more files or bytes than any case has. */
export const archiveLimits = {
  entries: 1000,
  /** Unpacked bytes of one file; they are in memory at once. */
  entryBytes: 64 * 1024 * 1024,
  /** Unpacked bytes of all files, and bytes of the archive. */
  totalBytes: 4 * 1024 ** 3 - 1,
  pathBytes: 255,
} as const

const endBytes = 22
const centralBytes = 46
const localBytes = 30
const signatures = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50 }
const flags = { encrypted: 1, descriptor: 1 << 3 }
const methods = { stored: 0, deflated: 8 }
/** Sizes of the record behind a streamed file: without signature, with it, and with 64-bit sizes. */
const descriptorBytes = new Set([12, 16, 24])
const symbolicLink = 0xa000

interface Header extends Omit<ArchiveEntry, 'stored'> {
  flags: number
  method: number
  storedSize: number
  offset: number
}

/**
 * The files of an archive, in the order of its directory. Their content is not read yet.
 *
 * @throws PackError for an archive that isn't exactly what Signet writes, or is larger than `archiveLimits`
 */
export async function readArchive(archive: Blob): Promise<ArchiveEntry[]> {
  if (archive.size > archiveLimits.totalBytes) throw new PackError('tooLarge')
  const { headers, directoryAt } = await readDirectory(archive)
  checkNames(headers)
  const total = headers.reduce((sum, { size }) => sum + size, 0)
  if (total > archiveLimits.totalBytes) throw new PackError('tooLarge')
  const inOrder = headers.toSorted((a, b) => a.offset - b.offset)
  const entries = new Map<Header, ArchiveEntry>()
  let end = 0
  for (const [index, header] of inOrder.entries()) {
    // Nothing may lie before, between or inside other files.
    if (header.offset !== end) throw new PackError('damaged', header.path)
    const start = header.offset + (await readLocalHeader(archive, header))
    end = inOrder[index + 1]?.offset ?? directoryAt
    const behind = end - start - header.storedSize
    const isStreamed = (header.flags & flags.descriptor) !== 0
    if (isStreamed ? !descriptorBytes.has(behind) : behind !== 0) throw new PackError('damaged', header.path)
    const { path, size, isDeflated } = header
    entries.set(header, { path, size, isDeflated, stored: archive.slice(start, start + header.storedSize) })
  }
  if (end !== directoryAt) throw new PackError('damaged')
  return headers.map((header) => required(entries.get(header), 'an entry'))
}

async function readDirectory(archive: Blob): Promise<{ headers: Header[]; directoryAt: number }> {
  const end = await viewOf(archive, archive.size - endBytes, endBytes)
  if (!end || end.getUint32(0, true) !== signatures.end) throw new PackError('notAnArchive')
  const [count, bytes, directoryAt] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)]
  if (count > archiveLimits.entries) throw new PackError('tooMany')
  const isOneDisk = end.getUint32(4, true) === 0 && end.getUint16(8, true) === count
  const hasNoComment = end.getUint16(20, true) === 0
  if (!isOneDisk || !hasNoComment || directoryAt + bytes + endBytes !== archive.size) throw new PackError('damaged')
  const directory = await viewOf(archive, directoryAt, bytes)
  if (!directory) throw new PackError('damaged')
  const headers: Header[] = []
  let at = 0
  for (let index = 0; index < count; index += 1) {
    const { header, length } = readCentralHeader(directory, at)
    headers.push(header)
    at += length
  }
  if (at !== bytes) throw new PackError('damaged')
  return { headers, directoryAt }
}

function readCentralHeader(directory: DataView, at: number): { header: Header; length: number } {
  if (at + centralBytes > directory.byteLength || directory.getUint32(at, true) !== signatures.central)
    throw new PackError('damaged')
  const short = (offset: number) => directory.getUint16(at + offset, true)
  const long = (offset: number) => directory.getUint32(at + offset, true)
  const length = centralBytes + short(28) + short(30) + short(32)
  if (at + length > directory.byteLength) throw new PackError('damaged')
  const path = decodedText(new Uint8Array(directory.buffer, directory.byteOffset + at + centralBytes, short(28)))
  const method = short(10)
  const header = { path, flags: short(8), method, storedSize: long(20), size: long(24), offset: long(42) }
  if ((header.flags & flags.encrypted) !== 0) throw new PackError('encrypted', path)
  const isKnown = method === methods.stored || method === methods.deflated
  const isLink = ((long(38) >>> 16) & 0xf000) === symbolicLink
  if (!isKnown || isLink || (method === methods.stored && header.size !== header.storedSize))
    throw new PackError('damaged', path)
  if (header.size > archiveLimits.entryBytes) throw new PackError('tooLarge', path)
  return { header: { ...header, isDeflated: method === methods.deflated }, length }
}

/** @returns how many bytes the header has; it must agree with the directory */
async function readLocalHeader(archive: Blob, header: Header): Promise<number> {
  const view = await viewOf(archive, header.offset, localBytes)
  const isLike =
    view?.getUint32(0, true) === signatures.local &&
    view.getUint16(6, true) === header.flags &&
    view.getUint16(8, true) === header.method
  if (!isLike) throw new PackError('damaged', header.path)
  const [nameBytes, moreBytes] = [view.getUint16(26, true), view.getUint16(28, true)]
  const name = await viewOf(archive, header.offset + localBytes, nameBytes)
  if (!name || decodedText(new Uint8Array(name.buffer)) !== header.path) throw new PackError('damaged', header.path)
  return localBytes + nameBytes + moreBytes
}

async function viewOf(archive: Blob, start: number, length: number): Promise<DataView | null> {
  if (start < 0 || start + length > archive.size) return null
  return new DataView(await archive.slice(start, start + length).arrayBuffer())
}

/** @throws PackError `unsafeName` if the bytes are not UTF-8 */
function decodedText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new PackError('unsafeName')
  }
}

function checkNames(headers: readonly Header[]): void {
  const seen = new Set<string>()
  for (const { path } of headers) {
    if (!isSafePath(path)) throw new PackError('unsafeName', path)
    // Some file systems don't distinguish upper and lower case, or composed and decomposed accents.
    const same = path.normalize('NFC').toLowerCase()
    if (seen.has(same)) throw new PackError('repeatedName', path)
    seen.add(same)
  }
}

/** Whether a path stays in the folder it is unpacked to and names a file on every system. */
function isSafePath(path: string): boolean {
  if (path === '' || new TextEncoder().encode(path).length > archiveLimits.pathBytes) return false
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\:*?"<>|]/u.test(path)) return false
  return path.split('/').every((part) => part !== '' && !/^\.+$|[. ]$/.test(part))
}

/**
 * The content of a file.
 *
 * @returns null if it can't be unpacked or isn't as long as declared
 */
export async function readEntry({ stored, size, isDeflated }: ArchiveEntry): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isDeflated) return new Uint8Array(await stored.arrayBuffer())
  const content = new Uint8Array(size)
  let length = 0
  const reader = stored.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      if (length + piece.value.length > size) {
        await reader.cancel()
        return null
      }
      content.set(piece.value, length)
      length += piece.value.length
    }
  } catch {
    // Changed bytes that no longer are a compressed stream.
    return null
  }
  return length === size ? content : null
}
