import {
  ConnectorError,
  ForkedLogError,
  observationsOf,
  readCtLog,
  SeenCertificates,
  type CtBatch,
  type CtLog,
} from '@signet/connectors'
import type { Enqueue } from '../../../app/jobs.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { ctLogState, setCaughtUp, setFailure, moveCursor, type CtLogProgress } from './ct-logs.queries.ts'
import { putThreats, type SightedThreat } from '../intake.queries.ts'
import { lookUpNew } from '../../threats/found/look-up-new.ts'
import { recordOwnNames } from '../own-hosts/own-names.ts'
import { Turns } from '../turns.ts'
import type { WatchedBrands } from '../brands/watched-brands.ts'

export interface CtReaderParts {
  database: Database
  brands: WatchedBrands
  /** `host:port` pairs that may be read although their addresses aren't public. */
  allow: readonly string[]
  /** How many entries before the end of a new log reading starts. */
  backfill: number
  /** Queues look-ups of the findings; left out if look-ups are disabled. */
  enqueue?: Enqueue | undefined
}

/** Delay before a failed log is read again; it doubles each time, up to the maximum. */
const retryFirstMs = 5_000
const retryMaxMs = 300_000
/** Delay before an inconsistent log is read again, because front ends of a log have returned the tree of another log. */
const stoppedRetryMs = 600_000
/** Consecutive attempts before missing entries are skipped: a quarter of an hour. */
const missingMax = 8
/** Consecutive batches of one log before another log has its turn. */
const roundBatches = 40
/** Maximum number of rows per statement. */
const upsertMax = 5_000
const lineMax = 2_147_483_647

/** The result of a round: nothing left, more to read, or nothing to do until a time. */
export type Round = { kind: 'caught-up' } | { kind: 'more' } | { kind: 'wait'; until: Date } | { kind: 'over' }

/**
 * Reads logs and creates threats from them. A batch of a log, its findings for all companies and the position in the log are stored in one
 * transaction: if it is killed, the next reader continues without losses or duplicates.
 */
export class CtReader {
  readonly #parts: CtReaderParts
  readonly #seen = new SeenCertificates()
  // Limited because API calls use the same pool.
  readonly #commits = new Turns(2)

  constructor(parts: CtReaderParts) {
    this.#parts = parts
  }

  /** Runs one round of one log; failures are recorded, not thrown. */
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
      await database.inCompanies([], (tx) => setCaughtUp(tx, progress.id, isClosed))
      return isClosed ? { kind: 'over' } : { kind: 'caught-up' }
    } catch (error) {
      if (signal.aborted) return { kind: 'over' }
      if (!(error instanceof ConnectorError)) throw error
      return this.#fail(progress, error, batches)
    }
  }

  async #fail(progress: CtLogProgress, error: ConnectorError, batches: number): Promise<Round> {
    const isStopped = error instanceof ForkedLogError
    // The first batch only returns the size of the log; any further batch was progress.
    const failures = batches > 1 ? 0 : progress.failures
    const waitMs = isStopped ? stoppedRetryMs : Math.min(retryFirstMs * 2 ** failures, retryMaxMs)
    const retryAt = error.retryAt ?? new Date(Date.now() + waitMs)
    await this.#parts.database.inCompanies([], (tx) => setFailure(tx, progress.id, { error, retryAt, isStopped }))
    return { kind: 'wait', until: retryAt }
  }

  async #keep(log: CtLog, progress: CtLogProgress, batch: CtBatch): Promise<void> {
    const fresh = batch.entries.filter(({ identity }) => identity === null || !this.#seen.has(identity))
    const observations = observationsOf(log, fresh)
    const found = this.#parts.brands.match(observations)
    const own = this.#parts.brands.ownNames(observations)
    const newest = batch.entries.at(-1)
    const counts = {
      entries: batch.entries.length,
      names: observations.length,
      unreadable: batch.entries.filter(({ identity }) => identity === null).length,
      gap: batch.gap,
      entryAt: newest ? new Date(newest.loggedAt) : null,
    }
    const companyIds = [...new Set([...found.map(([companyId]) => companyId), ...own.keys()])]
    const { enqueue } = this.#parts
    await this.#parts.database.inCompanies(companyIds, async (tx) => {
      const threatsAdded = await upsertFound(tx, progress.id, found, enqueue)
      await recordOwnNames(tx, own)
      // Done last, so that the log's row is locked only briefly; the second of two readers rolls back here.
      if (!(await moveCursor(tx, progress, batch.cursor, { ...counts, threatsAdded })))
        throw new ConnectorError('LOG_READ_TWICE', { log: log.description })
    })
    progress.cursor = batch.cursor
    this.#parts.brands.rememberOwnNames(own)
    // Added only after the commit: a batch that wasn't stored must be new to the next reader.
    for (const { identity } of fresh) if (identity !== null) this.#seen.add(identity)
  }
}

/** Stores the findings of each company; see `putThreats`. @returns how many threats are new */
export async function upsertFound(
  tx: Tx,
  logId: string,
  found: readonly [number, SightedThreat[]][],
  enqueue: Enqueue | undefined,
): Promise<number> {
  let threatsAdded = 0
  for (const [companyId, all] of found) {
    for (let from = 0; from < all.length; from += upsertMax) {
      const some = all.slice(from, from + upsertMax).map(placed)
      const { added } = await putThreats(tx, companyId, logId, new Date(), some)
      threatsAdded += added
      if (enqueue && added > 0) {
        const ids = some.map(({ threat }) => threat.id)
        await lookUpNew(tx, enqueue, companyId, ids)
      }
    }
  }
  return threatsAdded
}

/** Positions in a log can exceed the range of the column for line numbers. */
export const placed = (sighted: SightedThreat): SightedThreat => ({
  ...sighted,
  line: sighted.line !== null && sighted.line > lineMax ? null : sighted.line,
})
