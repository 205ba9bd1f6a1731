import { ConnectorError, isReadable, readLogList, type CtLog } from '@signet/connectors'
import type { CtSettings } from '../../../app/settings.ts'
import type { Enqueue } from '../../../app/jobs.ts'
import type { Database } from '../../../db/database.ts'
import { pause } from '../../../db/pause.ts'
import { shareWork, type EndlessWork } from '../../../db/share-work.ts'
import type { Logger } from '../../../log.ts'
import { putCtLogs, setListFailure, toListed } from './ct-logs.queries.ts'
import { CtReader } from './ct-reader.ts'
import { followStream, listedStream } from './follow-stream.ts'
import { Turns } from '../turns.ts'
import { WatchedBrands } from '../brands/watched-brands.ts'

export interface FollowParts {
  database: Database
  ct: CtSettings
  allow: readonly string[]
  log: Logger
  signal: AbortSignal
  /** How long to continue, in ms. */
  forMs: number
  /** Queues look-ups of the findings; left out if look-ups are disabled. */
  enqueue?: Enqueue | undefined
}

/** Interval for reading a log without new entries; new entries have to reach the review queue within ten seconds. */
const pollMs = 4_000
/** Logs that are read concurrently. */
const atOnce = 16

/** The last list that was read, in case it can't be read again. */
let lastList: { location: string; logs: CtLog[] } | null = null

/** The databases whose logs this process follows: a second run in it has nothing to add. */
const followed = new WeakSet<Database>()

/**
 * Follows this process's share of the logs of the list for a time: each log is followed by one of the processes that do so.
 *
 * @returns whether it followed the logs, so that another run should follow
 */
export async function followCtLogs(parts: FollowParts): Promise<boolean> {
  const { database, ct } = parts
  if (ct.list === null && ct.stream === null) {
    await database.inCompanies([], (tx) => putCtLogs(tx, []))
    return false
  }
  if (followed.has(database)) return false
  followed.add(database)
  try {
    return await followListed(parts)
  } finally {
    followed.delete(database)
  }
}

/** @returns false if there is no list; the next reader tries again after a pause */
async function followListed(parts: FollowParts): Promise<boolean> {
  const { database, ct, allow, log, signal, forMs } = parts
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(), forMs)
  const over = AbortSignal.any([signal, end.signal])
  try {
    const logs = ct.list === null ? [] : await listedLogs(parts, ct.list)
    if (!logs) return false
    const now = new Date()
    const listed = logs.map((one) => toListed(one, isReadable(one, now)))
    if (ct.stream !== null) listed.push(listedStream(ct.stream))
    await database.inCompanies([], (tx) => putCtLogs(tx, listed))
    const brands = new WatchedBrands(database)
    const { enqueue } = parts
    const reader = new CtReader({ database, brands, allow, backfill: ct.backfill, enqueue })
    const turns = new Turns(atOnce)
    const readable = logs.filter((one) => isReadable(one, now))
    log.info({ logs: readable.length, listed: logs.length }, 'following certificate transparency logs')
    const works = new Map<string, EndlessWork>(
      readable.map((one) => [one.logId, (stop) => followOne(one, reader, turns, stop, log)]),
    )
    if (ct.stream !== null) {
      const { stream } = ct
      works.set(stream, (stop) => followStream({ database, brands, allow, log, signal: stop, enqueue }, stream))
    }
    // Also if all logs are closed: there is nothing to do until the list is read again.
    await shareWork(database, 'ctLogs', works, over)
    return true
  } finally {
    clearTimeout(timer)
    end.abort()
  }
}

async function followOne(one: CtLog, reader: CtReader, turns: Turns, over: AbortSignal, log: Logger): Promise<void> {
  while (!over.aborted) {
    let pauseMs = 0
    try {
      const round = await turns.take(async () => (over.aborted ? null : reader.readSome(one, over)))
      if (!round || round.kind === 'over') return
      if (round.kind === 'caught-up') pauseMs = pollMs
      if (round.kind === 'wait') pauseMs = Math.max(0, round.until.getTime() - Date.now())
    } catch (error) {
      // An error of our own or of the database must not stop reading the other logs.
      log.error({ log: one.description, err: error }, 'reading a certificate transparency log failed')
      pauseMs = pollMs
    }
    await pause(pauseMs, over)
  }
}

/** The logs of the list, or those of the last list if it can't be read; null if there never was one. */
async function listedLogs({ database, allow, log, signal }: FollowParts, location: string): Promise<CtLog[] | null> {
  try {
    const { logs, skipped } = await readLogList(location, { allowAddress: allow, signal })
    if (skipped.length > 0) log.warn({ skipped }, 'logs of the list that cannot be read')
    lastList = { location, logs }
    return logs
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    log.warn({ reason: error.message }, 'the list of certificate transparency logs cannot be read')
    if (lastList?.location === location) return lastList.logs
    await database.inCompanies([], (tx) => setListFailure(tx, error))
    return null
  }
}
