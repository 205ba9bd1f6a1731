import type { Actor } from '../../app/context.ts'
import type { Database } from '../../db/database.ts'
import type { Logger } from '../../log.ts'
import { recordAudit } from './audit.queries.ts'

const flushMs = 1000
const quietMs = 60_000
// Different refusals of one company that are counted separately within a minute; the rest is counted together.
const distinctMax = 50

/** A signed-in user requested something that their role doesn't allow. */
export interface Refusal {
  actor: Pick<Actor, 'userId' | 'name' | 'email' | 'role' | 'company'>
  method: string
  /** The path of the route with its parameter names. */
  path: string
  requestId: string
  ip: string | null
}
interface Kept extends Refusal {
  /** How many refusals haven't been written yet. */
  times: number
  until: number
  isWritten: boolean
}

/**
 * Records refused access in the audit. The first refusal of a user for a call is written within a second; repetitions within a minute are
 * counted and written once when the minute is over, so that a flood of refused requests fills neither memory nor disk.
 */
export class RefusalTrail {
  readonly #database: Database
  readonly #log: Logger
  readonly #kept = new Map<string, Kept>()
  readonly #timer: NodeJS.Timeout
  #writing: Promise<void> = Promise.resolve()

  constructor(parts: { database: Database; log: Logger }) {
    this.#database = parts.database
    this.#log = parts.log
    this.#timer = setInterval(() => void this.flush(), flushMs)
    this.#timer.unref()
  }

  note(refusal: Refusal): void {
    const companyId = refusal.actor.company.id
    const own = [...this.#kept.keys()].filter((key) => key.startsWith(`${companyId} `))
    const key = `${companyId} ${refusal.actor.userId} ${refusal.method} ${refusal.path}`
    const isTooMany = own.length >= distinctMax && !this.#kept.has(key)
    const place = isTooMany ? `${companyId} others` : key
    const before = this.#kept.get(place)
    if (before) before.times += 1
    else
      this.#kept.set(place, {
        ...refusal,
        ...(isTooMany ? { path: 'several' } : {}),
        times: 1,
        until: performance.now() + quietMs,
        isWritten: false,
      })
  }

  /** Writes what is due; with `isLast` also what is still being counted. */
  flush(isLast = false): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write(isLast))
    return this.#writing
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush(true)
  }

  async #write(isLast: boolean): Promise<void> {
    for (const [key, kept] of this.#kept) {
      const isOver = isLast || performance.now() >= kept.until
      const { times } = kept
      if (times > 0 && (isOver || !kept.isWritten)) {
        try {
          await this.#record(kept, times)
        } catch (error) {
          this.#log.warn({ err: error }, 'a refusal could not be put on record')
          return
        }
        kept.times -= times
        kept.isWritten = true
      }
      if (isOver) this.#kept.delete(key)
    }
  }

  async #record({ actor, method, path, requestId, ip }: Kept, times: number): Promise<void> {
    await this.#database.inCompanies([actor.company.id], (tx) =>
      recordAudit(
        { tx, actor, company: actor.company, ip, requestId },
        {
          action: 'access.refused',
          targetType: 'user',
          targetId: actor.userId,
          after: { method, path, ...(times > 1 ? { times } : {}) },
          result: 'refused',
          reason: 'the role does not allow it',
        },
      ),
    )
  }
}
