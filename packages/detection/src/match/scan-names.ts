import type { AssetIndex } from './compile-assets.ts'
import { hasHits } from './find-hits.ts'
import { mayHoldHost } from './host-filter.ts'

/** Receives the lines that need a closer check. Positions are bytes; lines count from 0 within the block. */
export interface LineSink {
  /** A bare host that may match: ASCII of either case without a leading wildcard, possibly with a trailing dot. */
  candidate(start: number, end: number, line: number): void
  /** Anything but a bare ASCII host or an empty line, from its first byte to before the line end (including a CR). */
  other(start: number, end: number, line: number): void
}

/** Statistics of a block of lines. */
export interface ScannedLines {
  lines: number
  /** Bare ASCII hosts, candidates or not. */
  hosts: number
}

const newline = 0x0a
const carriageReturn = 0x0d
const dot = 0x2e
const hyphen = 0x2d
const asterisk = 0x2a

/** RFC 1035, section 2.3.4, plus one for the dot of the root. */
const hostLengthMax = 254
const labelLengthMax = 63
/** With fewer dots, no official host fits to the left of a foreign domain and its suffix. */
const spelledOutDots = 3

/** 1 for the bytes of a label: letters, digits, hyphen and underscore. */
const labelBytes = new Uint8Array(256)
for (let byte = 0; byte < 128; byte++) if (/[a-z0-9_-]/i.test(String.fromCharCode(byte))) labelBytes[byte] = 1

/** True for `xn--`, in either case: Punycode, which is read by what it looks like. */
function isPunycode(bytes: Uint8Array, at: number): boolean {
  return (bytes[at]! | 0x20) === 0x78 && (bytes[at + 1]! | 0x20) === 0x6e && bytes[at + 2] === hyphen
}

function mayMatch(
  index: AssetIndex,
  bytes: Uint8Array,
  { start, lastLabel, end, dots }: { start: number; lastLabel: number; end: number; dots: number },
): boolean {
  for (const tables of index.tables) if (hasHits(tables, bytes, start, lastLabel)) return true
  return dots >= spelledOutDots && mayHoldHost(index.officialFilter, index.officialLabelsMax, bytes, start, end)
}

/**
 * Reads lines of names as bytes and reports those that may match: the fast first stage of `matchName`, which decides on each of them. A
 * host that isn't reported has no verdict at any score.
 *
 * @param bytes whole lines from `from` to before `to`, each ending in LF or CR LF
 */
export function scanNames(
  index: AssetIndex,
  bytes: Uint8Array,
  from: number,
  to: number,
  sink: LineSink,
): ScannedLines {
  let line = 0
  let hosts = 0
  for (let at = from; at < to; at++, line++) {
    const lineStart = at
    if (bytes[at] === asterisk && bytes[at + 1] === dot) at++
    while (bytes[at] === dot) at++
    const start = at
    let labelStart = at
    let dots = 0
    let isHost = true
    let isCandidate = false
    for (; ; at++) {
      const byte = bytes[at]!
      if (labelBytes[byte] === 1) {
        if (byte === hyphen && at - labelStart === 3 && bytes[at - 1] === hyphen && isPunycode(bytes, labelStart)) {
          isCandidate = true
        }
        continue
      }
      const length = at - labelStart
      if (length > labelLengthMax) isHost = false
      if (byte !== dot) break
      if (length === 0) isHost = false
      labelStart = at + 1
      dots++
    }
    const end = at
    if (bytes[at] === carriageReturn && bytes[at + 1] === newline) at++
    if (bytes[at] !== newline) {
      isHost = false
      while (bytes[at] !== newline) at++
    }
    if (at === lineStart || (at === lineStart + 1 && end === lineStart)) continue
    // At least one dot; the dot of the root doesn't count.
    const dotsMin = end === labelStart ? 2 : 1
    if (!isHost || dots < dotsMin || end - start > hostLengthMax) {
      sink.other(lineStart, at, line)
      continue
    }
    hosts++
    if (isCandidate || mayMatch(index, bytes, { start, lastLabel: labelStart, end, dots }))
      sink.candidate(start, end, line)
  }
  return { lines: line, hosts }
}
