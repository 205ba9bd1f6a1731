import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { Client } from 'pg'
import { causeOf } from '@signet/contract/errors/program-errors'
import type { LiveEvent } from '@signet/contract/messages/notifications'
import type { App, SignedIn, StreamLimits } from '../../app/app.ts'
import type { Actor } from '../../app/context.ts'
import type { Database } from '../../db/database.ts'
import type { Logger } from '../../log.ts'
import {
  countAfter,
  cursorNow,
  listenForEvents,
  eventsAfter,
  type LiveCursor,
  type LiveEventRow,
  type Listener,
} from './live-events.queries.ts'

/** Times and sizes of the live channel. */
export const hubLimits: StreamLimits = {
  /** Interval of a comment that keeps proxies from closing an idle stream, in milliseconds. */
  pingMs: 25_000,
  /** How often the sessions of the streams are checked: when one ends, its streams end within a second. */
  sessionCheckMs: 500,
  /** Delay before events are queried again if a running transaction may still add earlier ones. */
  settleMs: 100,
  /** A reader that doesn't consume its data gets no more, and is disconnected after this time; it reconnects and resumes. */
  slowMs: 30_000,
  /** Number of events a reader may miss before it must reload everything. */
  missedMax: 500,
  streamsPerUser: 8,
}

// Also the number kept in memory for a reader that doesn't consume its data.
const batchSize = 20
// Concurrent reads, limited so that many streams leave connections for requests.
const readersMax = 3
const reconnectMs = { first: 250, most: 5000 }

interface Subscriber {
  sessionId: string
  /** Who listens, with the rights of the last check. */
  listener: Listener
  stream: Readable
  cursor: LiveCursor
  /** Whether the first read has happened; it may find more missed events than are worth sending. */
  isCaughtUp: boolean
  /** Since when there are unread events, on the monotonic clock; null if all were read. */
  unreadSince: number | null
}

/** The streams of this process, and its one connection that listens for events. */
export class EventHub {
  readonly #database: Database
  readonly #log: Logger
  readonly #signedIn: SignedIn
  readonly #limits: StreamLimits
  readonly #subscribers = new Set<Subscriber>()
  readonly #waiting = new Set<Subscriber>()
  readonly #timers: NodeJS.Timeout[] = []
  #reading = 0
  #client: Client | null = null
  #isClosed = false

  constructor({ database, log, signedIn }: Pick<App, 'database' | 'log' | 'signedIn'>, limits: StreamLimits) {
    this.#database = database
    this.#log = log
    this.#signedIn = signedIn
    this.#limits = limits
  }

  /** How many streams a user has in this process. */
  streamsOf(userId: string): number {
    return [...this.#subscribers].filter(({ listener }) => listener.userId === userId).length
  }

  /**
   * Opens the stream of a session: all events after the cursor, then new ones as they happen, until the session ends.
   *
   * @param cursor where the reader stopped; null to begin now
   */
  async subscribe(actor: Actor, cursor: LiveCursor | null): Promise<Readable> {
    const listener = listenerOf(actor)
    const now = await this.#database.inCompanies(listener.companyIds, (tx) => cursorNow(tx))
    // A cursor from the future belongs to a database that was replaced since.
    const start = cursor && cursor.xid <= now.xid + 1n ? cursor : now
    const stream = new Readable({ read() {} })
    const subscriber: Subscriber = {
      sessionId: actor.sessionId,
      listener,
      stream,
      cursor: start,
      isCaughtUp: false,
      unreadSince: null,
    }
    stream.once('close', () => this.#subscribers.delete(subscriber))
    stream.push('retry: 2000\n\n')
    this.#subscribers.add(subscriber)
    if (this.#subscribers.size === 1 && this.#timers.length === 0) this.#start()
    if (this.#isClosed) stream.push(null)
    this.#wake([subscriber])
    return stream
  }

  /** Ends every stream and the listening connection. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers) clearInterval(timer)
    for (const subscriber of this.#subscribers) this.#end(subscriber)
    const client = this.#client
    this.#client = null
    if (client) await close(client)
  }

  #start(): void {
    void this.#listen(reconnectMs.first)
    const every = (ms: number, work: () => void) => this.#timers.push(setInterval(work, ms).unref())
    every(this.#limits.pingMs, () => {
      for (const subscriber of this.#subscribers) if (hasTakenAll(subscriber)) subscriber.stream.push(': ping\n\n')
    })
    let isChecking = false
    every(this.#limits.sessionCheckMs, () => {
      if (isChecking || this.#subscribers.size === 0) return
      this.#dropSlowReaders()
      isChecking = true
      void this.#endDeadSessions().finally(() => (isChecking = false))
    })
  }

  /** Listens until closed; a broken connection is replaced, and events missed in the meantime are read. */
  async #listen(waitMs: number): Promise<void> {
    if (this.#isClosed) return
    const client = new Client({ ...this.#database.connection, keepAlive: true, application_name: 'signet-events' })
    let isGone = false
    const again = (after: number) => {
      if (isGone) return
      isGone = true
      if (this.#client === client) this.#client = null
      client.removeAllListeners('notification')
      void close(client)
      setTimeout(() => void this.#listen(Math.min(after * 2, reconnectMs.most)), after).unref()
    }
    client.on('error', (error) => {
      if (!this.#isClosed) this.#log.warn({ code: causeOf(error).code }, 'the event connection broke')
      again(reconnectMs.first)
    })
    client.on('end', () => again(reconnectMs.first))
    client.on('notification', ({ payload = '' }) => {
      const companyId = Number(payload.split(':')[0])
      this.#wake([...this.#subscribers].filter(({ listener }) => listener.companyIds.includes(companyId)))
    })
    try {
      await client.connect()
      await listenForEvents(client)
    } catch (error) {
      this.#log.warn({ code: causeOf(error).code }, 'the event connection could not be opened')
      again(waitMs)
      return
    }
    if (this.#isClosed) {
      await close(client)
      return
    }
    this.#client = client
    this.#wake([...this.#subscribers])
  }

  /** Makes the subscribers read new events, a few at a time; one that is woken while it reads will read again. */
  #wake(subscribers: readonly Subscriber[]): void {
    for (const subscriber of subscribers) this.#waiting.add(subscriber)
    while (this.#reading < readersMax) {
      const next = [...this.#waiting].find(({ stream }) => !busy.has(stream))
      if (!next) return
      this.#waiting.delete(next)
      this.#reading += 1
      busy.add(next.stream)
      void this.#read(next).finally(() => {
        this.#reading -= 1
        busy.delete(next.stream)
        this.#wake([])
      })
    }
  }

  async #read(subscriber: Subscriber): Promise<void> {
    if (!this.#subscribers.has(subscriber)) return
    if (!hasTakenAll(subscriber)) return this.#wakeAfter(subscriber, this.#limits.settleMs)
    try {
      const { listener } = subscriber
      const found = await this.#database.inCompanies(listener.companyIds, async (tx) => {
        const { cursor, isCaughtUp } = subscriber
        const { missedMax } = this.#limits
        if (!isCaughtUp && (await countAfter(tx, listener, cursor, missedMax + 1)) > missedMax) {
          return { restart: await cursorNow(tx) }
        }
        return eventsAfter(tx, listener, cursor, batchSize)
      })
      // What the readers load next is there.
      if ('rows' in found) await this.#database.afterCommits(found.rows.map((row) => row.company_id))
      // Checked each time and after the query: nothing is sent that was published after the session ended or the rights changed.
      const actor = await this.#signedIn.actorOf(subscriber.sessionId)
      if (!actor) return this.#end(subscriber)
      subscriber.listener = listenerOf(actor)
      if (!isDeepStrictEqual(subscriber.listener, listener)) return this.#wakeAfter(subscriber, 0)
      subscriber.isCaughtUp = true
      if ('restart' in found) {
        const { restart } = found
        subscriber.cursor = restart
        const reset = { id: cursorText(restart), type: 'reset' as const, at: new Date().toISOString(), data: {} }
        push(subscriber, frameOf(reset, restart))
        return this.#wakeAfter(subscriber, 0)
      }
      const keys = new Map([actor.company, ...actor.adminCompanies].map(({ id, key }) => [id, key]))
      for (const row of found.rows) {
        subscriber.cursor = { xid: BigInt(row.xid), seq: BigInt(row.seq) }
        push(subscriber, frameOf(eventOf(row, keys), subscriber.cursor))
      }
      if (found.hasMore) this.#wakeAfter(subscriber, found.rows.length > 0 ? 0 : this.#limits.settleMs)
    } catch (error) {
      // The database is away: the reader is disconnected, reconnects and resumes where it stopped.
      this.#log.warn({ code: causeOf(error).code }, 'an event stream could not be read')
      subscriber.stream.destroy()
    }
  }

  #wakeAfter(subscriber: Subscriber, ms: number): void {
    setTimeout(() => this.#wake([subscriber]), ms).unref()
  }

  #dropSlowReaders(): void {
    const now = performance.now()
    for (const subscriber of this.#subscribers) {
      if (hasTakenAll(subscriber)) subscriber.unreadSince = null
      else subscriber.unreadSince ??= now
      if (subscriber.unreadSince === null || now - subscriber.unreadSince < this.#limits.slowMs) continue
      this.#log.info({ userId: subscriber.listener.userId }, 'a reader of events that did not read was dropped')
      subscriber.stream.destroy()
    }
  }

  #end(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber)
    if (!subscriber.stream.destroyed) subscriber.stream.push(null)
  }

  async #endDeadSessions(): Promise<void> {
    const subscribers = [...this.#subscribers]
    try {
      const alive = await this.#signedIn.aliveOf(new Set(subscribers.map(({ sessionId }) => sessionId)))
      for (const subscriber of subscribers) if (!alive.has(subscriber.sessionId)) this.#end(subscriber)
    } catch (error) {
      // Fail closed: no event is sent before the permission could be checked, see #read.
      this.#log.warn({ code: causeOf(error).code }, 'sessions of event streams could not be checked')
    }
  }
}

/** Streams that are currently being read for. */
const busy = new WeakSet<Readable>()

/** Ends a connection that may already be broken, which has been logged. */
const close = (client: Client) => client.end().catch(() => {})

const hasTakenAll = ({ stream }: Subscriber) => stream.readableLength === 0

function push({ stream }: Subscriber, text: string): void {
  if (!stream.destroyed && !stream.readableEnded) stream.push(text)
}

const listenerOf = ({ userId, role, company, adminCompanies }: Actor): Listener => ({
  companyIds: [...new Set([company.id, ...adminCompanies.map(({ id }) => id)])].toSorted((a, b) => a - b),
  userId,
  role,
})

const cursorText = ({ xid, seq }: LiveCursor) => `${xid}-${seq}`

function eventOf(row: LiveEventRow, keys: ReadonlyMap<number, string>): LiveEvent {
  return {
    id: row.id,
    type: row.type,
    company: keys.get(row.company_id) ?? '',
    at: row.at.toISOString(),
    data: row.data,
  }
}

/** One event in the format of the standard (HTML, section 9.2); JSON contains no line breaks. */
function frameOf(event: LiveEvent, cursor: LiveCursor): string {
  return `id: ${cursorText(cursor)}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
