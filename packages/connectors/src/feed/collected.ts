import type { NameObservation } from '@signet/contract/findings'
import { ConnectorError } from '../connector-error.ts'

/** What became of the lines of a feed; filled while it is read. */
export interface FeedReport {
  /** Names passed on. */
  accepted: number
  /** Lines (or records) that held no name and were left out. */
  skipped: number
  /** The first 20 of them; `line` is 1-based. */
  skips: { line: number; reason: string }[]
  /** The document has not changed since the `etag` that was given; nothing was read. */
  isNotModified: boolean
  /** Of the document that was read; give it back with the next reading. */
  etag?: string
}

/** An empty report to hand to `readFeed`. */
export function newFeedReport(): FeedReport {
  return { accepted: 0, skipped: 0, skips: [], isNotModified: false }
}

/** So many skips are kept with their reasons. */
export const skipsMax = 20
/** So many lines without a single name at the start are no list of names with some broken lines. */
export const nothingMax = 20

/** Takes what is found in the lines of a list. */
export interface NameSink {
  accept(name: string, line: number): void
  skip(line: number, reason: string): void
}

/** Where readers put what they find: names wait here to be taken in batches, skips are counted. */
export class Collected implements NameSink {
  readonly feed: string
  readonly report: FeedReport
  #waiting: NameObservation[] = []
  /** The last line that gave a name or was left out; 0 before the first. */
  line = 0

  constructor(feed: string, report: FeedReport) {
    this.feed = feed
    this.report = report
  }

  accept(name: string, line: number): void {
    this.line = line
    this.report.accepted += 1
    this.#waiting.push({ name, feed: this.feed, line })
  }

  /** @throws ConnectorError `changed_format` when nothing but skips came so far */
  skip(line: number, reason: string): void {
    const { report } = this
    this.line = line
    report.skipped += 1
    if (report.skips.length < skipsMax) report.skips.push({ line, reason })
    if (report.accepted === 0 && report.skipped === nothingMax) throw noList(this.feed)
  }

  /** Takes what waits, in batches of at most `size`; an incomplete one only when `isLast`. */
  *take(size: number, isLast: boolean): Generator<NameObservation[]> {
    const waiting = this.#waiting
    let from = 0
    for (; waiting.length - from >= size; from += size) yield waiting.slice(from, from + size)
    this.#waiting = waiting.slice(from)
    if (!isLast || this.#waiting.length === 0) return
    yield this.#waiting
    this.#waiting = []
  }
}

/** What to say of a document that holds nothing but skips up to `nothingMax`. */
export function noList(feed: string): ConnectorError {
  return new ConnectorError('changed_format', `${feed} is not a list of names: none in its first ${nothingMax} entries`)
}

/** Why a text gave no name, in words for the report. */
export function skipReason(text: string): string {
  if (text.includes('\0')) return 'NUL bytes'
  if (text.includes('\ufffd')) return 'not UTF-8'
  return 'no host in it'
}
