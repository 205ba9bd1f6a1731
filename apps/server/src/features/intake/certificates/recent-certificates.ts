import { setTimeout as sleep } from 'node:timers/promises'
import {
  ConnectorError,
  isReadable,
  observationsOf,
  readCtLog,
  readLogList,
  SeenCertificates,
  type CtBatch,
  type CtLog,
  type CtReadOptions,
} from '@signet/connectors'
import { type AssetIndex, compileAssets } from '@signet/detection'
import type { Words } from '@signet/contract/wire'
import type { Tx } from '../../../db/database.ts'
import { messageOf } from '../../../errors/sentences.ts'
import { placed } from './ct-reader.ts'
import { TakenOverError, type RunScanParts, type StageEnd, type StageWork } from '../stage-work.ts'
import { withNamesOfRules } from '../rules/names-by-rules.ts'
import { byCompany, keepFound, type WatchedBrand } from '../scans/scan-feed.ts'
import {
  addScanLog,
  advanceStage,
  deleteScanLogs,
  setTotal,
  moveScanLog,
  scanLogs,
  type ScanLog,
} from '../scans/scan-stages.queries.ts'
import { Turns } from '../turns.ts'
import { findingsAmong } from '../brands/watched-brands.ts'

/** Logs that are read concurrently; nearly all of the time is spent waiting. */
const atOnce = 6
/** Consecutive attempts for a failing log; in the last one, missing entries are skipped. */
const triesMax = 3
const retryFirstMs = 1_000
/** A log that asks for a longer delay isn't waited for. */
const retryMaxMs = 20_000
/** Maximum number of unreadable logs that are named. */
const namedMax = 3
/** Steps of this stage are numbered from here, after those of the previous stages. */
const stepsFrom = 10_000
const stepMax = 2_147_483_647

/**
 * Reads the newest entries of every followed certificate log and stores those that imitate the company. The position in each log belongs
 * only to this scan: the regular log reader isn't affected, and neither waits for the other.
 *
 * Each batch, its findings and the position in the log are stored in one transaction; a killed process loses and duplicates nothing.
 *
 * @throws ConnectorError if the list of logs, or every log, can't be read
 */
export async function readRecentCertificates(parts: RunScanParts, work: StageWork): Promise<StageEnd> {
  const { ct, feedAllow, signal, database } = parts
  // A stream doesn't provide past entries.
  if (!ct?.list) {
    return { state: 'skipped', note: new ConnectorError('LOGS_NOT_FOLLOWED', {}) }
  }
  const { logs } = await readLogList(ct.list, { allowAddress: feedAllow, ...(signal ? { signal } : {}) })
  const now = new Date()
  const readable = logs.filter((log) => isReadable(log, now))
  if (readable.length === 0) return { state: 'skipped', note: new ConnectorError('LOGS_NOT_IN_SERVICE', {}) }
  const reading = new RecentReading(parts, work, ct.lookback)
  const failures = await reading.readAll(readable)
  const [first] = failures
  if (first && failures.size === readable.length)
    throw new ConnectorError('LOGS_UNREADABLE', { log: first[0].description }, { cause: first[1] })
  await database.inCompanies([work.companyId], (tx) => deleteScanLogs(tx, work))
  return { state: 'done', note: noteOf(failures, readable.length) }
}

/** What couldn't be read; null if everything was. */
function noteOf(failures: ReadonlyMap<CtLog, ConnectorError>, all: number): Words | null {
  if (failures.size === 0) return null
  const names = [...failures.keys()].slice(0, namedMax).map(({ description }) => description)
  const more = failures.size > namedMax ? ', …' : ''
  return messageOf('LOGS_PARTLY_READ', { failed: failures.size, count: all, logs: names.join(', ') + more })
}

class RecentReading {
  readonly #parts: RunScanParts
  readonly #work: StageWork
  readonly #lookback: number
  readonly #index: AssetIndex
  readonly #brandOf: ReadonlyMap<string, WatchedBrand>
  readonly #seen = new SeenCertificates()
  readonly #turns = new Turns(atOnce)
  // One at a time, because all batches update the same row.
  readonly #commits = new Turns(1)
  readonly #stop = new AbortController()
  readonly #signal: AbortSignal
  #done: number

  constructor(parts: RunScanParts, work: StageWork, lookback: number) {
    this.#parts = parts
    this.#work = work
    this.#lookback = lookback
    this.#signal = parts.signal ? AbortSignal.any([parts.signal, this.#stop.signal]) : this.#stop.signal
    this.#done = work.done
    this.#brandOf = new Map(work.brands.map((brand) => [brand.id, brand]))
    this.#index = compileAssets(work.brands.map((brand) => ({ ...brand, owner: String(work.companyId) })))
  }

  /** @returns the logs that couldn't be read, and why */
  async readAll(logs: readonly CtLog[]): Promise<Map<CtLog, ConnectorError>> {
    const { companyId, scanId } = this.#work
    const failures = new Map<CtLog, ConnectorError>()
    const attempt = (log: CtLog, work: () => Promise<void>) =>
      this.#turns.take(async () => {
        try {
          await work()
        } catch (error) {
          if (!this.#signal.aborted && error instanceof ConnectorError) failures.set(log, error)
          else {
            // Stops reading the other logs as well.
            this.#stop.abort()
            throw error
          }
        }
      })
    const known = async () => {
      const rows = await this.#inCompany((tx) => scanLogs(tx, companyId, scanId))
      return new Map(rows.map((row) => [row.logId, row]))
    }
    const before = await known()
    const missing = logs.filter(({ logId }) => !before.has(logId))
    await allEnded(missing.map((log) => attempt(log, () => this.#open(log))))
    const opened = await known()
    // A log that is no longer listed isn't read any further; entries already read still count.
    const listed = new Set(logs.map(({ logId }) => logId))
    const sizeOf = ({ logId, first, next, until }: ScanLog) => (listed.has(logId) ? until : next) - first
    const total = [...opened.values()].reduce((sum, row) => sum + sizeOf(row), 0)
    await this.#inCompany((tx) => setTotal(tx, this.#work, total))
    await allEnded(
      logs.map(async (log) => {
        const row = opened.get(log.logId)
        if (row && row.next < row.until) await attempt(log, () => this.#read(log, row))
      }),
    )
    return failures
  }

  /** Gets the size of a log and stores the range that is read. */
  #open(log: CtLog): Promise<void> {
    return this.#trying(async (options) => {
      for await (const { from, cursor } of readCtLog(log, null, { ...options, backfill: this.#lookback })) {
        const row = { logId: log.logId, first: from, next: from, until: cursor.treeSize, cursor }
        await this.#inCompany((tx) => addScanLog(tx, this.#work, row))
        return true
      }
      return false
    }, log)
  }

  #read(log: CtLog, row: ScanLog): Promise<void> {
    return this.#trying(async (options, again) => {
      for await (const batch of readCtLog(log, row.cursor, options)) {
        // The first batch only returns the current size of the log.
        if (batch.entries.length > 0 || batch.gap > 0) {
          await this.#commits.take(() => this.#keep(log, row, batch))
          again()
        }
        if (row.next >= row.until) return true
      }
      // Another front end of the log, which lags behind the state already seen.
      return false
    }, log)
  }

  /**
   * Retries until the work is done; progress resets the number of attempts.
   *
   * @throws ConnectorError of the last attempt
   */
  async #trying(work: (options: CtReadOptions, again: () => void) => Promise<boolean>, log: CtLog): Promise<void> {
    const allowAddress = this.#parts.feedAllow
    const signal = this.#signal
    let tries = 0
    for (;;) {
      signal.throwIfAborted()
      tries += 1
      let failure: ConnectorError
      try {
        const options = { allowAddress, signal, skipsMissing: tries >= triesMax }
        if (await work(options, () => (tries = 0))) return
        failure = new ConnectorError('LOG_BEHIND', { log: log.description })
      } catch (error) {
        if (!(error instanceof ConnectorError)) throw error
        failure = error
      }
      const waitMs = failure.retryAt ? failure.retryAt.getTime() - Date.now() : retryFirstMs * 2 ** tries
      if (tries >= triesMax || waitMs > retryMaxMs) throw failure
      await sleep(Math.max(0, waitMs), null, { signal })
    }
  }

  async #keep(log: CtLog, row: ScanLog, batch: CtBatch): Promise<void> {
    const { companyId, scanId } = this.#work
    // The log has grown since; later entries are left to the regular log reader.
    const entries = batch.entries.filter(({ index }) => index < row.until)
    const cursor = { ...batch.cursor, next: Math.min(batch.cursor.next, row.until) }
    if (cursor.next !== batch.cursor.next) cursor.edge = null
    const fresh = entries.filter(({ identity }) => identity === null || !this.#seen.has(identity))
    const observations = observationsOf(log, fresh)
    const likeBrands = byCompany(findingsAmong(this.#index, observations), this.#brandOf)
    const watched = { index: this.#index, brandOf: this.#brandOf }
    const found = withNamesOfRules(likeBrands, observations, this.#work.nameRules, watched).get(companyId) ?? []
    const unreadable = entries.filter(({ identity }) => identity === null).length
    const done = cursor.next - row.next
    const batchNumber = Math.min(stepsFrom + this.#done + done, stepMax)
    const sighted = found.map((one) => ({ ...placed(one), batch: batchNumber }))
    await this.#inCompany(async (tx) => {
      const { added } = await keepFound(tx, this.#parts.enqueue, companyId, scanId, new Date(), sighted)
      const isMoved = await moveScanLog(tx, this.#work, row, cursor)
      const missing = done - entries.length
      const step = { done, names: observations.length, skipped: unreadable + missing, found: added }
      if (!isMoved || !(await advanceStage(tx, this.#work, step))) throw new TakenOverError(scanId)
    })
    this.#done += done
    row.next = cursor.next
    row.cursor = cursor
    // Added only after the commit: a batch that wasn't stored must be new to the next reader.
    for (const { identity } of fresh) if (identity !== null) this.#seen.add(identity)
  }

  #inCompany<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#parts.database.inCompanies([this.#work.companyId], work)
  }
}

/** Waits until no log has a write under way, also after a failure. */
async function allEnded(attempts: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(attempts)
  await Promise.all(attempts)
}
