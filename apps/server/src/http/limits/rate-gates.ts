import type { RateGate } from '../../app/app.ts'
import type { Database } from '../../db/database.ts'
import { addCounts, deleteEnded, type Counted } from './rate-counts.queries.ts'

/** The requests of one caller in the current interval. */
interface Count {
  /** In all processes, as far as known in this one. */
  total: number
  /** Of those, the number not yet shared with the other processes. */
  unreported: number
}

const exchangeMs = 1000
// Maximum number of callers in one statement, which limits it even in a flood of invented callers.
const reportedAtOnce = 5000
const tidyMs = 60_000

/**
 * The rate limits of one process, which share their counts with those of other processes: while there are requests, each process reports
 * its counts and reads the sums once a second, in one statement. A check therefore needs no query, and several processes can exceed a limit
 * only by the requests of that second. While the database doesn't answer, each process counts on its own.
 */
export class RateGates {
  readonly #database: Pick<Database, 'inIdentity'>
  readonly #gates = new Map<string, CountingGate>()
  readonly #timer: NodeJS.Timeout
  #running: Promise<void> | null = null
  #tidiedAt = 0

  constructor(database: Pick<Database, 'inIdentity'>) {
    this.#database = database
    this.#timer = setInterval(() => void this.exchange(), exchangeMs)
    this.#timer.unref()
  }

  /** @param name must be the same in every process */
  gate(name: string, perSpan: number, spanMs = 60_000): RateGate {
    const gate = new CountingGate(name, perSpan, spanMs)
    this.#gates.set(name, gate)
    return gate
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  /** Reports and reads the counts now; only one exchange runs at a time. */
  async exchange(): Promise<void> {
    this.#running ??= this.#exchange().finally(() => (this.#running = null))
    await this.#running
  }

  async #exchange(): Promise<void> {
    const reported = [...this.#gates.values()].flatMap((gate) => gate.takeUnreported()).slice(0, reportedAtOnce)
    if (reported.length === 0) return
    // The same order in every process prevents deadlocks.
    reported.sort((a, b) => (a.gate + a.caller < b.gate + b.caller ? -1 : 1))
    try {
      const sums = await this.#database.inIdentity(async (tx) => {
        if (Date.now() - this.#tidiedAt > tidyMs) {
          this.#tidiedAt = Date.now()
          await deleteEnded(tx, new Date())
        }
        const rows = await addCounts(tx, reported)
        return new Map(rows.map(({ gate, caller, count }) => [`${gate} ${caller}`, count]))
      })
      for (const { gate, caller, endsAt, count } of reported) {
        this.#gates.get(gate)?.hear(caller, endsAt, { reported: count, sum: sums.get(`${gate} ${caller}`) ?? count })
      }
    } catch {
      // Reported again in a second; until then this process counts on its own.
    }
  }
}

class CountingGate implements RateGate {
  readonly #name: string
  readonly #perSpan: number
  readonly #spanMs: number
  #counts = new Map<string, Count>()
  #endsAt = 0

  constructor(name: string, perSpan: number, spanMs: number) {
    this.#name = name
    this.#perSpan = perSpan
    this.#spanMs = spanMs
  }

  admits(caller: string): boolean {
    this.#turn()
    const count = this.#counts.get(caller) ?? { total: 0, unreported: 0 }
    count.total += 1
    count.unreported += 1
    this.#counts.set(caller, count)
    return count.total <= this.#perSpan
  }

  secondsLeft(): number {
    this.#turn()
    return Math.max(1, Math.ceil((this.#endsAt - Date.now()) / 1000))
  }

  takeUnreported(): Counted[] {
    this.#turn()
    return [...this.#counts].flatMap(([caller, { unreported }]) =>
      unreported > 0 ? [{ gate: this.#name, caller, endsAt: this.#endsAt, count: unreported }] : [],
    )
  }

  /** What this process shared, and the sum with the others; requests since then are in neither. */
  hear(caller: string, endsAt: number, { reported, sum }: { reported: number; sum: number }): void {
    const count = this.#counts.get(caller)
    if (!count || endsAt !== this.#endsAt) return
    count.unreported -= reported
    count.total = sum + count.unreported
  }

  /** Intervals begin at the same moment in every process: they follow the clock, not the start. */
  #turn(): void {
    const endsAt = (Math.floor(Date.now() / this.#spanMs) + 1) * this.#spanMs
    if (endsAt === this.#endsAt) return
    this.#endsAt = endsAt
    this.#counts = new Map()
  }
}
