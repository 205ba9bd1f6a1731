import type { NameObservation } from '@signet/contract/threats/findings'
import type { CtEntry } from './entry.ts'
import type { CtLog } from './log-list.ts'
import { ForkedLogError, MissingEntriesError, type LogSide } from './log-side.ts'
import { Rfc6962Log } from './rfc6962-log.ts'
import type { TreeHead } from './signed-head.ts'
import { StaticLog, type StaticLogOptions } from './static-log.ts'
import { TreeEdge } from './tree-edge.ts'

/** How far a log was read; stored together with the results. */
export interface CtCursor {
  /** All entries before this index have been processed. */
  next: number
  /** The newest tree head that was accepted; a later one must contain it. */
  treeSize: number
  /** Base64. */
  treeRoot: string
  /** Milliseconds since 1970. */
  treeAt: number
  /** The edge of the tree before `next` (`TreeEdge`), which is used to check roots; null when the log did not provide it. */
  edge: string | null
}

/** One batch of entries. */
export interface CtBatch {
  /** The previous position in the log, for comparison with the stored cursor. */
  from: number
  entries: CtEntry[]
  /** The new position, to be stored together with the entries. */
  cursor: CtCursor
  /** Number of entries before `entries` that the log does not serve and that were skipped. */
  gap: number
}

/** Where reading begins, and how it handles entries that the log does not serve. */
export interface CtReadOptions extends StaticLogOptions {
  /** Number of entries before the end where reading begins if there is no cursor; if missing, all entries are read. */
  backfill?: number
  /** Skip entries that the log does not serve, and count them. */
  skipsMissing?: boolean
}

/** The reader for the protocol of a log. */
export function sideOf(log: CtLog, options: StaticLogOptions = {}): LogSide {
  return log.kind === 'static-ct' ? new StaticLog(log, options) : new Rfc6962Log(log, options)
}

/**
 * Reads the current entries of a log, from the cursor to the end, in batches. If the caller stores the results of a batch and its cursor
 * together before it takes the next batch, no entry is lost or processed twice, wherever it stops.
 *
 * The first batch has no entries: it contains the size of the log. Every tree head is checked against the previous one and against the
 * entries themselves, if the edge of the tree is known.
 *
 * @throws ForkedLogError when the log contradicts itself: it shrank, has two roots for one size, or a root that doesn't match its entries;
 *   MissingEntriesError where it does not serve entries it should have; ConnectorError as `guardedFetch`
 */
export async function* readCtLog(
  log: CtLog,
  cursor: CtCursor | null,
  options: CtReadOptions = {},
  side: LogSide = sideOf(log, options),
): AsyncGenerator<CtBatch, void, undefined> {
  const head = await side.head()
  if (cursor && isOlder(log, cursor, head)) return
  const next = cursor?.next ?? startOf(side, head, options.backfill)
  const known = cursor?.edge === undefined || cursor.edge === null ? null : TreeEdge.parse(next, cursor.edge)
  const progress = { next, edge: known ?? (cursor ? null : await side.edgeAt(next, head)) }
  checkRoot(log, progress.edge, head)
  // When the edge is known, the entries themselves reveal a fork, so no proof is needed.
  if (cursor && progress.edge === null) await checkContinued(log, side, cursor, head)
  yield { from: next, entries: [], cursor: cursorOf(head, progress), gap: 0 }

  while (progress.next < head.size) {
    try {
      yield* readOn(log, side, head, progress)
    } catch (error) {
      if (!options.skipsMissing || !(error instanceof MissingEntriesError) || error.until <= progress.next) throw error
      yield await passOver(log, side, head, progress, error.until)
    }
  }
}

interface Progress {
  next: number
  edge: TreeEdge | null
}

async function* readOn(log: CtLog, side: LogSide, head: TreeHead, progress: Progress): AsyncGenerator<CtBatch> {
  for await (const { from, entries, leafHashes } of side.read(progress.next, head)) {
    if (from !== progress.next) throw new Error(`the reader of ${log.url} jumped from ${progress.next} to ${from}`)
    // Work on a copy: if an error discards the batch, the known edge must not change.
    let edge = leafHashes ? (progress.edge?.copy() ?? null) : null
    for (const hash of leafHashes ?? []) edge?.append(hash)
    const next = from + entries.length
    checkRoot(log, edge, head)
    if (edge === null) {
      edge = await edgeIfServed(side, next, head)
      checkRoot(log, edge, head)
    }
    progress.next = next
    progress.edge = edge
    yield { from, entries, cursor: cursorOf(head, progress), gap: 0 }
  }
}

async function passOver(
  log: CtLog,
  side: LogSide,
  head: TreeHead,
  progress: Progress,
  until: number,
): Promise<CtBatch> {
  const from = progress.next
  progress.next = until
  progress.edge = await edgeIfServed(side, until, head)
  checkRoot(log, progress.edge, head)
  return { from, entries: [], cursor: cursorOf(head, progress), gap: until - from }
}

/** The edge, or null if the log doesn't serve it now: the next reading then demands a proof instead. */
const edgeIfServed = (side: LogSide, at: number, head: TreeHead) => side.edgeAt(at, head).catch(() => null)

/** A backfill begins at the start of a tile, so that the edge of the tree before it can be fetched. */
function startOf(side: LogSide, head: TreeHead, backfill: number | undefined): number {
  return backfill === undefined ? 0 : side.startBefore(Math.max(0, head.size - backfill))
}

/**
 * Whether a head is older than the known one, which happens when another front end of the log has not caught up.
 *
 * @throws ForkedLogError when it can't belong to the same tree
 */
function isOlder(log: CtLog, cursor: CtCursor, head: TreeHead): boolean {
  if (head.size === cursor.treeSize && head.root.toString('base64') !== cursor.treeRoot)
    throw new ForkedLogError('LOG_WITH_TWO_TREES', { log: log.description, size: head.size })
  if (head.size >= cursor.treeSize) return false
  if (head.timestamp > cursor.treeAt)
    throw new ForkedLogError('LOG_SHRANK', { log: log.description, before: cursor.treeSize, size: head.size })
  return true
}

/** @throws ForkedLogError when the root computed from all entries of a tree differs from the log's root */
function checkRoot(log: CtLog, edge: TreeEdge | null, head: TreeHead): void {
  if (edge?.size === head.size && !edge.root().equals(head.root))
    throw new ForkedLogError('LOG_ENTRIES_CHANGED', { log: log.description, size: head.size })
}

/** @throws ForkedLogError when the log's proof shows that its tree is not an extension of its earlier one */
async function checkContinued(log: CtLog, side: LogSide, cursor: CtCursor, head: TreeHead): Promise<void> {
  if (cursor.treeSize === 0 || cursor.treeSize === head.size) return
  const before = { size: cursor.treeSize, root: Buffer.from(cursor.treeRoot, 'base64') }
  if ((await side.isContinued(before, head)) === false)
    throw new ForkedLogError('LOG_NOT_CONTINUED', { log: log.description, before: cursor.treeSize, size: head.size })
}

function cursorOf(head: TreeHead, { next, edge }: Progress): CtCursor {
  return {
    next,
    treeSize: head.size,
    treeRoot: head.root.toString('base64'),
    treeAt: head.timestamp,
    edge: edge?.toString() ?? null,
  }
}

/** The names of entries as observations; `line` is the index in the log. */
export function observationsOf(log: Pick<CtLog, 'description'>, entries: readonly CtEntry[]): NameObservation[] {
  const observations: NameObservation[] = []
  for (const { index, names } of entries)
    for (const name of names) observations.push({ name, feed: log.description, line: index })
  return observations
}
