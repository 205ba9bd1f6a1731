/** An entry of a data tile with all that it contains. */
export interface TileLeaf {
  /** Milliseconds since 1970. */
  timestamp: number
  isPrecertificate: boolean
  /** SHA-256 of the issuer's key; null for a certificate. */
  issuerKeyHash: Buffer | null
  /** Its index in the log, by its extension; null if it has none. */
  leafIndex: number | null
  /** The whole certificate or precertificate in DER. */
  certificate: Buffer
  /** SHA-256 of the certificates of its chain. */
  chainFingerprints: Buffer[]
}

const hashBytes = 32
/** A full tile has 256 entries. */
const leavesMax = 256
const leafIndexType = 0
/** 2013, when the first log began, to 2100. */
const [earliest, latest] = [1_356_998_400_000, 4_102_444_800_000]

/**
 * Whether bytes begin like a data tile: a time since the first log, a type of entry, and a certificate in DER (or its signed part, after
 * the hash of the issuer's key).
 */
export function beginsLikeTile(bytes: Buffer): boolean {
  if (bytes.length < 50 || bytes.readUInt16BE(0) !== 0) return false
  const timestamp = bytes.readUIntBE(2, 6)
  const type = bytes.readUInt16BE(8)
  const der = 13 + (type === 1 ? hashBytes : 0)
  return timestamp > earliest && timestamp < latest && type <= 1 && bytes[der] === 0x30 && (bytes[der + 1] ?? 0) >= 0x80
}

/**
 * Reads all entries of a data tile, full or partial.
 *
 * Source: c2sp.org/static-ct-api, section Log Entries (TileLeaf).
 *
 * @throws RangeError when the tile is not a sequence of entries up to its end
 */
export function leavesOfTile(bytes: Buffer): TileLeaf[] {
  const reader = new TileReader(bytes)
  const leaves: TileLeaf[] = []
  while (!reader.isAtEnd) {
    if (leaves.length === leavesMax) throw new RangeError('more entries than a tile has')
    leaves.push(leafAt(reader))
  }
  return leaves
}

function leafAt(reader: TileReader): TileLeaf {
  const timestamp = reader.number(2) === 0 ? reader.number(6) : Number.NaN
  const type = reader.number(2)
  if (!(timestamp < latest) || type > 1) throw new RangeError(`an entry of type ${type}`)
  const isPrecertificate = type === 1
  const issuerKeyHash = isPrecertificate ? reader.bytes(hashBytes) : null
  const signed = reader.bytes(reader.number(3))
  const leafIndex = leafIndexIn(reader.bytes(reader.number(2)))
  const certificate = isPrecertificate ? reader.bytes(reader.number(3)) : signed
  const chain = reader.bytes(reader.number(2))
  if (chain.length % hashBytes !== 0) throw new RangeError('a chain of half a fingerprint')
  const chainFingerprints = Array.from({ length: chain.length / hashBytes }, (_, at) =>
    chain.subarray(at * hashBytes, (at + 1) * hashBytes),
  )
  return { timestamp, isPrecertificate, issuerKeyHash, leafIndex, certificate, chainFingerprints }
}

/** Source: c2sp.org/static-ct-api, section SCT Extension (leaf_index: 40 bits). */
function leafIndexIn(extensions: Buffer): number | null {
  const reader = new TileReader(extensions)
  while (!reader.isAtEnd) {
    const type = reader.number(1)
    const data = reader.bytes(reader.number(2))
    if (type === leafIndexType && data.length === 5) return data.readUIntBE(0, 5)
  }
  return null
}

/** A position in bytes. All methods throw RangeError beyond the end. */
class TileReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  number(size: number): number {
    const value = this.#bytes.readUIntBE(this.#at, size)
    this.#at += size
    return value
  }

  bytes(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('a part that goes on beyond the end')
    const part = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return part
  }
}
