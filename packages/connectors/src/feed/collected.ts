import type { NameObservation } from '@signet/contract/threats/findings'
import { ConnectorError } from '../connector-error.ts'

/** The results of reading a feed; filled while it is read. */
export interface FeedReport {
  /** Number of names that were passed on. */
  accepted: number
  /** Number of lines (or records) without a name, which were left out. */
  skipped: number
  /** The first 20 of them; `line` is 1-based. */
  skips: { line: number; reason: string }[]
  /** The document has not changed since the given `etag`; nothing was read. */
  isNotModified: boolean
  /** The `etag` of the document, to be passed to the next reading. */
  etag?: string
  /** Its `lastModified`, to be passed to the next reading as well. */
  lastModified?: string
}

/** An empty report to pass to `readFeed`. */
export function newFeedReport(): FeedReport {
  return { accepted: 0, skipped: 0, skips: [], isNotModified: false }
}

/** Number of skips stored with their reasons. */
export const skipsMax = 20
/** A document with this many initial lines and not a single name is not a list with some broken lines. */
export const nothingMax = 20

/** Receives the names found in the lines of a list. */
export interface NameSink {
  accept(name: string, line: number): void
  skip(line: number, reason: string): void
}

/** Collects the results of readers: names are queued until they are taken in batches, skips are counted. */
export class Collected implements NameSink {
  readonly feed: string
  readonly report: FeedReport
  #waiting: NameObservation[] = []
  /** The last line that contained a name or was skipped; 0 before the first. */
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

  /** @throws ConnectorError `changed_format` when there are only skips so far */
  skip(line: number, reason: string): void {
    const { report } = this
    this.line = line
    report.skipped += 1
    if (report.skips.length < skipsMax) report.skips.push({ line, reason })
    if (report.accepted === 0 && report.skipped === nothingMax) throw noList(this.feed)
  }

  /** Takes the queued names, in batches of at most `size`; an incomplete batch only when `isLast`. */
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

/** The error for a document that only contains skips up to `nothingMax`. */
export function noList(feed: string): ConnectorError {
  return new ConnectorError('FEED_WITHOUT_NAMES', { feed, count: nothingMax })
}

/** Why a text contained no name, in words for the report. */
export function skipReason(text: string): string {
  if (text.includes('\0')) return 'NUL bytes'
  if (text.includes('\ufffd')) return 'not UTF-8'
  return 'no host in it'
}
