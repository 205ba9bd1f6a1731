import { isoDay } from '@signet/contract/time'
import type { Database } from '../../db/database.ts'
import type { Logger } from '../../log.ts'
import { prepareDays, writeRequests, type LoggedRequest } from './logged-requests.queries.ts'

const flushEveryMs = 1000
const batchRows = 500
const waitingMax = 10_000

/**
 * Buffers requests and writes them in batches: every 500, or once a second. While 10,000 are waiting (because the database is away),
 * further ones are dropped and counted; the count goes to the program's log.
 */
export class RequestLog {
  readonly #database: Database
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  readonly #knownDays = new Set<string>()
  #waiting: LoggedRequest[] = []
  #dropped = 0
  #writing: Promise<void> | null = null

  constructor(parts: { database: Database; log: Logger }) {
    this.#database = parts.database
    this.#log = parts.log
    this.#timer = setInterval(() => void this.flush(), flushEveryMs)
    this.#timer.unref()
  }

  add(request: LoggedRequest): void {
    if (this.#waiting.length >= waitingMax) {
      this.#dropped += 1
      return
    }
    this.#waiting.push(request)
    if (this.#waiting.length === batchRows) void this.flush()
  }

  /** Writes the waiting requests; resolves when they are written, or remain for the next attempt because writing failed. */
  flush(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null
    })
    return this.#writing
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
    // Requests that arrived while the last batch was being written.
    await this.flush()
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, batchRows)
      try {
        await this.#write(batch)
      } catch (error) {
        // They stay in the queue until the database is back.
        this.#log.warn({ err: error, waiting: this.#waiting.length }, 'requests could not be logged')
        break
      }
      this.#waiting = this.#waiting.slice(batch.length)
    }
    if (this.#dropped > 0) {
      this.#log.warn({ dropped: this.#dropped }, 'requests were not logged: too many waited')
      this.#dropped = 0
    }
  }

  async #write(batch: readonly LoggedRequest[]): Promise<void> {
    const days = new Map(batch.map(({ at }) => [isoDay(at), at]))
    const unknown = [...days].filter(([day]) => !this.#knownDays.has(day))
    if (unknown.length > 0) {
      await prepareDays(
        this.#database,
        unknown.map(([, at]) => at),
      )
      for (const [day] of unknown) this.#knownDays.add(day)
    }
    await writeRequests(this.#database, batch)
  }
}
