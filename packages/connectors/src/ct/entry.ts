import { hash } from 'node:crypto'
import { isRecord, textIn } from '@signet/contract/narrow'
import { CertificateWalk } from './certificate.ts'

/** One entry of a log, with the data that the search for names needs. */
export interface CtEntry {
  /** 0-based index in the log. */
  index: number
  /** When it was logged, milliseconds since 1970. */
  loggedAt: number
  isPrecertificate: boolean
  /** The names in the certificate; empty when it is unreadable or contains none. */
  names: string[]
  /** Validity, milliseconds since 1970; null when only the names were requested. */
  notBefore: number | null
  notAfter: number | null
  /**
   * Equal for a precertificate and its certificate, in any log; null when the certificate is unreadable. When only names were requested,
   * equal for entries with the same names.
   */
  identity: string | null
  /** The whole (pre)certificate in DER; null when only the names were requested. */
  certificate: Buffer | null
}

/** Consecutive entries, as they arrive. */
export interface CtChunk {
  /** Index of the first entry. */
  from: number
  entries: CtEntry[]
  /** The Merkle tree's hash of each entry (RFC 6962, section 2.1); null when the hashes were not available. */
  leafHashes: Buffer[] | null
}

const x509Entry = 0
const precertEntry = 1
/** Bytes before a MerkleTreeLeaf: the prefix of a leaf. Before a TimestampedEntry, also version 1 and the type timestamped entry. */
const leafPrefixBytes = 1
const entryPrefixBytes = 2
// Hashing contiguous bytes in one call takes a third of the time of hashing parts.
let scratch = Buffer.alloc(64 * 1024)

function hashBehind(prefixBytes: number, bytes: Buffer, start: number, end: number): Buffer {
  const size = prefixBytes + end - start
  if (size > scratch.length) scratch = Buffer.alloc(2 * size)
  scratch.fill(0, 0, prefixBytes)
  bytes.copy(scratch, prefixBytes, start, end)
  return hash('sha256', scratch.subarray(0, size), 'buffer')
}

/** The Merkle tree's hash of a MerkleTreeLeaf. Source: RFC 6962, section 2.1. */
export const hashOfLeaf = (leaf: Buffer): Buffer => hashBehind(leafPrefixBytes, leaf, 0, leaf.length)

const walk = new CertificateWalk()

/** An entry whose certificate is only extracted from its bytes when it is read. */
class LoggedEntry implements CtEntry {
  readonly index: number
  readonly loggedAt: number
  readonly isPrecertificate: boolean
  readonly names: string[]
  readonly notBefore: number | null
  readonly notAfter: number | null
  readonly identity: string | null
  readonly #bytes: Buffer | (() => Buffer)
  readonly #start: number
  readonly #end: number

  /**
   * Copies the last result of `walk`; an entry that could not be read has no names.
   *
   * @param bytes contain the certificate from `start` to `end`; for a precertificate, a function that returns `extra_data`
   */
  constructor(
    index: number,
    loggedAt: number,
    isPre: boolean,
    isReadable: boolean,
    bytes: Buffer | (() => Buffer),
    start: number,
    end: number,
  ) {
    this.index = index
    this.loggedAt = loggedAt
    this.isPrecertificate = isPre
    this.names = isReadable ? walk.names() : []
    this.notBefore = isReadable ? walk.notBefore : null
    this.notAfter = isReadable ? walk.notAfter : null
    this.identity = isReadable ? walk.identity() : null
    this.#bytes = bytes
    this.#start = start
    this.#end = end
  }

  get certificate(): Buffer | null {
    const bytes = this.#bytes
    return typeof bytes === 'function' ? precertificateIn(bytes()) : bytes.subarray(this.#start, this.#end)
  }
}

/** A number of up to six bytes. @throws RangeError when it is not entirely within the bytes */
const uint = (bytes: Buffer, at: number, size: number) => bytes.readUIntBE(at, size)

/** Milliseconds of a u64: the upper two bytes are zero until the year 10889. */
function timeAt(bytes: Buffer, at: number): number {
  if (bytes.readUInt16BE(at) !== 0) throw new RangeError('a time beyond all years')
  return bytes.readUIntBE(at + 2, 6)
}

/**
 * Reads the entries of a data tile. A certificate that can't be read is an entry without names; names come from the part that the log has
 * signed.
 *
 * Source: c2sp.org/static-ct-api, section Log Entries (TileLeaf).
 *
 * @param first index of the first entry of the tile
 * @param from index of the first requested entry
 * @param until index after the last requested entry
 * @throws RangeError when the tile is not a sequence of entries up to `until`
 */
export function entriesOfTile(bytes: Buffer, first: number, from: number, until: number, hashes = true): CtChunk {
  const entries: CtEntry[] = []
  const leafHashes: Buffer[] | null = hashes ? [] : null
  let at = 0
  for (let index = first; index < until; index += 1) {
    const start = at
    const loggedAt = timeAt(bytes, at)
    const type = uint(bytes, at + 8, 2)
    at += 10
    if (type !== x509Entry && type !== precertEntry) throw new RangeError(`an entry of type ${type}`)
    const isPrecertificate = type === precertEntry
    if (isPrecertificate) at += 32
    const signed = at + 3
    const signedEnd = signed + uint(bytes, at, 3)
    at = signedEnd + 2 + uint(bytes, signedEnd, 2)
    const leafEnd = at
    let whole = signed
    let wholeEnd = signedEnd
    if (isPrecertificate) {
      whole = at + 3
      wholeEnd = whole + uint(bytes, at, 3)
      at = wholeEnd
    }
    at += 2 + uint(bytes, at, 2)
    if (at > bytes.length) throw new RangeError('an entry that goes on beyond the end')
    if (index < from) continue
    const isReadable = isPrecertificate
      ? walk.readTbs(bytes, signed, signedEnd)
      : walk.readCertificate(bytes, signed, signedEnd)
    entries.push(new LoggedEntry(index, loggedAt, isPrecertificate, isReadable, bytes, whole, wholeEnd))
    leafHashes?.push(hashBehind(leafPrefixBytes + entryPrefixBytes, bytes, start, leafEnd))
  }
  return { from, entries, leafHashes }
}

/** The same rule as for names in certificates: printable ASCII only. */
const isNameText = (text: unknown): text is string => typeof text === 'string' && /^[\x21-\x7e]+$/.test(text)

/**
 * Reads the lines of a names tile: `{ Timestamp, Subject: { CommonName }, DNS, IP }`, an extension of Sunlight.
 *
 * @throws RangeError or SyntaxError when it lacks a valid line for one of the entries up to `until`
 */
export function entriesOfNames(bytes: Buffer, first: number, from: number, until: number): CtEntry[] {
  const lines = bytes.toString('utf8').split('\n')
  const entries: CtEntry[] = []
  for (let index = from; index < until; index += 1) {
    const line: unknown = JSON.parse(lines[index - first] ?? '')
    const { Timestamp: loggedAt, Subject: subject, DNS: listed } = isRecord(line) ? line : {}
    if (typeof loggedAt !== 'number') throw new RangeError('a line without a time')
    const names = Array.isArray(listed) ? listed.filter(isNameText) : []
    const common = textIn(subject, 'CommonName')
    if (isNameText(common) && common.includes('.') && !names.includes(common)) names.push(common)
    entries.push({
      index,
      loggedAt,
      // The line doesn't contain this. In the logs with names tiles, nearly all entries are precertificates.
      isPrecertificate: true,
      names,
      notBefore: null,
      notAfter: null,
      // A hash, because identities are held in memory and a certificate can have two thousand names.
      identity: hash('sha256', names.join('\n'), 'base64'),
      certificate: null,
    })
  }
  return entries
}

/**
 * Reads one entry of `get-entries`. A certificate that can't be read is an entry without names.
 *
 * Source: RFC 6962, sections 3.4 and 4.6.
 */
export function entryOfLeaf(leaf: Buffer, extra: () => Buffer, index: number): CtEntry {
  const unreadable = {
    index,
    loggedAt: 0,
    names: [],
    notBefore: null,
    notAfter: null,
    identity: null,
    certificate: null,
  }
  try {
    if (leaf[0] !== 0 || leaf[1] !== 0) return { ...unreadable, isPrecertificate: false }
    const loggedAt = timeAt(leaf, 2)
    const isPrecertificate = uint(leaf, 10, 2) === precertEntry
    const start = 12 + (isPrecertificate ? 32 : 0) + 3
    const end = start + uint(leaf, start - 3, 3)
    if (end > leaf.length) return { ...unreadable, loggedAt, isPrecertificate }
    const isReadable = isPrecertificate ? walk.readTbs(leaf, start, end) : walk.readCertificate(leaf, start, end)
    return new LoggedEntry(index, loggedAt, isPrecertificate, isReadable, isPrecertificate ? extra : leaf, start, end)
  } catch (error) {
    if (error instanceof RangeError) return { ...unreadable, isPrecertificate: false }
    throw error
  }
}

/** The precertificate at the beginning of the chain in `extra_data`. */
function precertificateIn(extra: Buffer): Buffer | null {
  if (extra.length < 3) return null
  const end = 3 + uint(extra, 0, 3)
  return end <= extra.length ? extra.subarray(3, end) : null
}
