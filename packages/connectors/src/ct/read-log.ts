import type { NameObservation } from '@signet/contract/findings'
import type { CtEntry } from './entry.ts'
import type { CtLog } from './log-list.ts'
import { ForkedLogError, MissingEntriesError, type LogSide } from './log-side.ts'
import { Rfc6962Log } from './rfc6962-log.ts'
import type { TreeHead } from './signed-head.ts'
import { StaticLog, type StaticLogOptions } from './static-log.ts'
import { TreeEdge } from './tree-edge.ts'

/** How far a log was read, to be kept with what was made of it. */
export interface CtCursor {
  /** Entries before this index are dealt with. */
  next: number
  /** The newest tree head that was accepted; a later one must contain it. */
  treeSize: number
  /** Base64. */
  treeRoot: string
  /** Milliseconds since 1970. */
  treeAt: number
  /** The edge of the tree before `next` (`TreeEdge`), with which roots are checked; null when the log did not tell it. */
  edge: string | null
}

/** A step forward in a log. */
export interface CtBatch {
  /** The previous position in the log, for comparison with the stored cursor. */
  from: number
  entries: CtEntry[]
  /** Where it is when the entries are kept. */
  cursor: CtCursor
  /** Entries before `entries` that the log does not serve and that were passed over. */
  gap: number
}

/** Where the reading of a log begins, and what it does about entries the log does not serve. */
export interface CtReadOptions extends StaticLogOptions {
  /** Entries before the end that reading begins with when there is no cursor; all when left out. */
  backfill?: number
  /** Pass over entries that the log does not serve, and count them. */
  skipsMissing?: boolean
}

/** The reader for the protocol of a log. */
export function sideOf(log: CtLog, options: StaticLogOptions = {}): LogSide {
  return log.kind === 'static-ct' ? new StaticLog(log, options) : new Rfc6962Log(log, options)
}

/**
 * Reads what a log has now, from the cursor to the end, in batches. Whoever takes a batch keeps what came of it and its cursor
 * together, and only then takes the next one: then nothing is lost and nothing doubled, wherever it stops.
 *
 * The first batch has no entries: it says how large the log is. Every tree head is checked against the one before and against the
 * entries themselves, as far as the edge of the tree is known.
 *
 * @throws ForkedLogError when the log contradicts itself: it shrank, shows two roots for one size, or a root that its entries do not
 *   have; MissingEntriesError where it does not serve what it should; ConnectorError as `guardedFetch`
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
  // Whoever knows the edge finds a fork in the entries themselves.
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
    // The batch may be thrown away by an error; what is known until then stays as it is.
    let edge = leafHashes ? (progress.edge?.copy() ?? null) : null
    for (const hash of leafHashes ?? []) edge?.append(hash)
    const next = from + entries.length
    checkRoot(log, edge, head)
    if (edge === null) {
      edge = await side.edgeAt(next, head).catch(() => null)
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
  progress.edge = await side.edgeAt(until, head).catch(() => null)
  checkRoot(log, progress.edge, head)
  return { from, entries: [], cursor: cursorOf(head, progress), gap: until - from }
}

/** Back-fill begins where a tile does, so that the edge of the tree before it can be asked for. */
function startOf(side: LogSide, head: TreeHead, backfill: number | undefined): number {
  return backfill === undefined ? 0 : side.startBefore(Math.max(0, head.size - backfill))
}

/**
 * Whether a head is from before the one that is known: another front end of the log that has not caught up.
 *
 * @throws ForkedLogError when it cannot be of the same tree
 */
function isOlder(log: CtLog, cursor: CtCursor, head: TreeHead): boolean {
  if (head.size === cursor.treeSize && head.root.toString('base64') !== cursor.treeRoot)
    throw new ForkedLogError(`${log.description} shows two different trees of ${head.size} entries`)
  if (head.size >= cursor.treeSize) return false
  if (head.timestamp > cursor.treeAt)
    throw new ForkedLogError(`${log.description} shrank from ${cursor.treeSize} to ${head.size} entries`)
  return true
}

/** @throws ForkedLogError when the entries that were read to the end of a tree have another root than the log says */
function checkRoot(log: CtLog, edge: TreeEdge | null, head: TreeHead): void {
  if (edge?.size === head.size && !edge.root().equals(head.root))
    throw new ForkedLogError(`${log.description} shows a tree of ${head.size} entries that its entries do not make`)
}

/** @throws ForkedLogError when the log proves that its tree does not go on from the one it showed before */
async function checkContinued(log: CtLog, side: LogSide, cursor: CtCursor, head: TreeHead): Promise<void> {
  if (cursor.treeSize === 0 || cursor.treeSize === head.size) return
  const before = { size: cursor.treeSize, root: Buffer.from(cursor.treeRoot, 'base64') }
  if ((await side.isContinued(before, head)) === false)
    throw new ForkedLogError(
      `${log.description} shows a tree of ${head.size} entries that does not go on from the one of ${cursor.treeSize}`,
    )
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

/** The names of entries as observations; `line` is the place in the log. */
export function observationsOf(log: Pick<CtLog, 'description'>, entries: readonly CtEntry[]): NameObservation[] {
  const observations: NameObservation[] = []
  for (const { index, names } of entries)
    for (const name of names) observations.push({ name, feed: log.description, line: index })
  return observations
}
