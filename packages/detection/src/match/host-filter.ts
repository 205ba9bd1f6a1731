import { sharedInt32 } from './shared-array.ts'

/** A Bloom filter with two bits for each host, by its hash. It rules out nearly all hosts that aren't in the set. */
export interface HostFilter {
  readonly bits: Int32Array
  readonly shift: number
}

/** FNV-1a, 32 bits: offset basis and prime. */
const hashStart = 0x81_1c_9d_c5 | 0
const hashPrime = 0x01_00_01_93

function step(hash: number, byte: number): number {
  return Math.imul(hash ^ (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte), hashPrime)
}

function bitOf(hash: number, shift: number): number {
  return Math.imul(hash, 0x9e_37_79_b1) >>> shift
}

function otherBitOf(hash: number, shift: number): number {
  return Math.imul(hash, 0x85_eb_ca_6b) >>> shift
}

function holds({ bits, shift }: HostFilter, hash: number): boolean {
  const bit = bitOf(hash, shift)
  if (((bits[bit >>> 5]! >>> (bit & 31)) & 1) === 0) return false
  const other = otherBitOf(hash, shift)
  return ((bits[other >>> 5]! >>> (other & 31)) & 1) !== 0
}

/** Builds a filter with about 64 bits for each host. */
export function buildHostFilter(hosts: Iterable<string>): HostFilter {
  const hashes: number[] = []
  for (const host of hosts) {
    let hash = hashStart
    for (let at = 0; at < host.length; at++) hash = step(hash, host.charCodeAt(at))
    hashes.push(hash)
  }
  const bitCount = Math.max(10, Math.min(24, Math.ceil(Math.log2(Math.max(1, hashes.length) * 64))))
  const shift = 32 - bitCount
  const bits = sharedInt32(2 ** (bitCount - 5))
  for (const hash of hashes) {
    for (const bit of [bitOf(hash, shift), otherBitOf(hash, shift)]) {
      bits[bit >>> 5] = bits[bit >>> 5]! | (1 << (bit & 31))
    }
  }
  return { bits, shift }
}

/**
 * Whether a host may contain a host of the set, from the beginning of one label to the end of another.
 *
 * @param bytes ASCII from `start` to before `end`, either case
 * @param labelsMax the highest number of labels of a host in the set
 */
export function mayHoldHost(
  filter: HostFilter,
  labelsMax: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  for (let from = start; from < end;) {
    let hash = hashStart
    let labels = 0
    let nextLabel = end
    for (let at = from; at <= end; at++) {
      if (at === end || bytes[at] === 0x2e) {
        if (labels === 0) nextLabel = at + 1
        labels += 1
        if (holds(filter, hash)) return true
        if (labels === labelsMax) break
      }
      if (at < end) hash = step(hash, bytes[at]!)
    }
    from = nextLabel
  }
  return false
}

/** Whether a host may be in the set, or below a host of the set. It may return true for other hosts, but never false for these. */
export function mayBeBelow(filter: HostFilter, host: string): boolean {
  for (let from = 0; ; from++) {
    let hash = hashStart
    for (let at = from; at < host.length; at++) hash = step(hash, host.charCodeAt(at))
    if (holds(filter, hash)) return true
    from = host.indexOf('.', from)
    if (from < 0) return false
  }
}
