import {
  ConnectorError,
  ForkedLogError,
  MissingEntriesError,
  observationsOf,
  readCtLog,
  SeenCertificates,
  type CtBatch,
  type CtLog,
} from '@signet/connectors'
import type { Enqueue } from '../../app/jobs.ts'
import type { Database, Tx } from '../../db/database.ts'
import { ctLogState, keepCaughtUp, keepFailure, moveCursor, type CtLogProgress } from './ct-logs.queries.ts'
import { upsertThreats, type Sighted } from './intake.queries.ts'
import { lookUpNew } from '../threats/look-up-new.ts'
import { Turns } from './turns.ts'
import type { WatchedBrands } from './watched-brands.ts'

export interface CtReaderParts {
  database: Database
  brands: WatchedBrands
  /** `host:port` pairs that may be read although they are not public. */
  allow: readonly string[]
  /** Entries before the end that a new log is read from. */
  backfill: number
  /** Asks for what is found to be looked up; left out where nothing is. */
  enqueue?: Enqueue | undefined
}

/** A log that fails is asked again after this long, twice as long each time, up to the largest. */
const retryFirstMs = 5_000
const retryMaxMs = 300_000
/** A log that contradicts itself is looked at again: front ends have shown the tree of another. */
const stoppedRetryMs = 600_000
/** So often in a row entries may be missing before they are passed over: a quarter of an hour. */
const missingMax = 8
/** Batches of one log in a row before another log has a turn. */
const roundBatches = 40
/** Statements take at most so many. */
const upsertMax = 5_000
const lineMax = 2_147_483_647

/** How a round ended: nothing left, more to read, or nothing to be done until a time. */
export type Round = { kind: 'caught-up' } | { kind: 'more' } | { kind: 'wait'; until: Date } | { kind: 'over' }

/**
 * Reads logs into threats. A batch of a log, what was found in it for all companies, and how far the log is read are one transaction:
 * killed at any moment, the reader goes on with neither a loss nor a double.
 */
export class CtReader {
  readonly #parts: CtReaderParts
  readonly #seen = new SeenCertificates()
  // The pool is shared with the calls of people.
  readonly #commits = new Turns(2)

  constructor(parts: CtReaderParts) {
    this.#parts = parts
  }

  /** One round of one log; failures are written down, not thrown. */
  async readSome(log: CtLog, signal: AbortSignal): Promise<Round> {
    const { database, brands, allow, backfill } = this.#parts
    const progress = await database.inCompanies([], (tx) => ctLogState(tx, log.logId))
    if (progress.state === 'ended') return { kind: 'over' }
    if (progress.retryAt && progress.retryAt.getTime() > Date.now()) return { kind: 'wait', until: progress.retryAt }
    await brands.refresh()
    let batches = 0
    try {
      const options = { allowAddress: allow, backfill, signal, skipsMissing: progress.failures >= missingMax }
      for await (const batch of readCtLog(log, progress.cursor, options)) {
        if (signal.aborted) return { kind: 'over' }
        await this.#commits.take(() => this.#keep(log, progress, batch))
        batches += 1
        if (batches > roundBatches) return { kind: 'more' }
      }
      const { cursor } = progress
      const isClosed = log.state === 'readonly' && cursor !== null && cursor.next >= (log.finalSize ?? cursor.treeSize)
      await database.inCompanies([], (tx) => keepCaughtUp(tx, progress.id, isClosed))
      return isClosed ? { kind: 'over' } : { kind: 'caught-up' }
    } catch (error) {
      if (signal.aborted) return { kind: 'over' }
      if (!(error instanceof ConnectorError)) throw error
      return this.#fail(progress, error, batches)
    }
  }

  async #fail(progress: CtLogProgress, error: ConnectorError, batches: number): Promise<Round> {
    const isStopped = error instanceof ForkedLogError
    // The first batch only says how large the log is; any after it was a step forward.
    const failures = batches > 1 ? 0 : progress.failures
    const waitMs = isStopped ? stoppedRetryMs : Math.min(retryFirstMs * 2 ** failures, retryMaxMs)
    const retryAt = error.retryAt ?? new Date(Date.now() + waitMs)
    const words = error instanceof MissingEntriesError && progress.failures >= missingMax ? 'Passed over' : ''
    await this.#parts.database.inCompanies([], (tx) =>
      keepFailure(tx, progress.id, { error: words ? `${words}: ${error.message}` : error.message, retryAt, isStopped }),
    )
    return { kind: 'wait', until: retryAt }
  }

  async #keep(log: CtLog, progress: CtLogProgress, batch: CtBatch): Promise<void> {
    const fresh = batch.entries.filter(({ identity }) => identity === null || !this.#seen.has(identity))
    const observations = observationsOf(log, fresh)
    const found = this.#parts.brands.match(observations)
    const newest = batch.entries.at(-1)
    const counts = {
      entries: batch.entries.length,
      names: observations.length,
      unreadable: batch.entries.filter(({ identity }) => identity === null).length,
      gap: batch.gap,
      entryAt: newest ? new Date(newest.loggedAt) : null,
    }
    const companyIds = found.map(([companyId]) => companyId)
    const { enqueue } = this.#parts
    await this.#parts.database.inCompanies(companyIds, async (tx) => {
      const threatsAdded = await upsertFound(tx, progress.id, found, enqueue)
      // Last, so that the log's row is only locked briefly; the second reader to get here rolls back.
      if (!(await moveCursor(tx, progress, batch.cursor, { ...counts, threatsAdded })))
        throw new ConnectorError('refused', `${log.description} is read by another process as well`)
    })
    progress.cursor = batch.cursor
    // Only now: a batch that was not stored must be new to the next reader.
    for (const { identity } of fresh) if (identity !== null) this.#seen.add(identity)
  }
}

/** Keeps what was found for each company; see `upsertThreats`. @returns how many threats are new */
export async function upsertFound(
  tx: Tx,
  logId: string,
  found: readonly [number, Sighted[]][],
  enqueue: Enqueue | undefined,
): Promise<number> {
  let threatsAdded = 0
  for (const [companyId, all] of found) {
    for (let from = 0; from < all.length; from += upsertMax) {
      const some = all.slice(from, from + upsertMax).map(placed)
      const { added } = await upsertThreats(tx, companyId, logId, new Date(), some)
      threatsAdded += added
      if (enqueue && added > 0) {
        const ids = some.map(({ threat }) => threat.id)
        await lookUpNew(tx, enqueue, companyId, ids)
      }
    }
  }
  return threatsAdded
}

/** Logs are longer than the column of lines is wide. */
export const placed = (sighted: Sighted): Sighted => ({
  ...sighted,
  line: sighted.line !== null && sighted.line > lineMax ? null : sighted.line,
})
