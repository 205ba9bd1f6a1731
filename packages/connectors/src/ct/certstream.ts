import type { Socket } from 'node:net'
import { Agent, WebSocket } from 'undici'
import { ConnectorError } from '../connector-error.ts'
import { guardedConnector } from '../guarded-connect.ts'
import { checkUrl } from '../public-address.ts'
import { readStreamMessage, type StreamedCertificate } from './stream-message.ts'

/** How a stream of certificates is read; times are in milliseconds. */
export interface StreamOptions {
  /** Exceptions from the rules for outbound requests, as `host:port`. */
  allowAddress?: readonly string[]
  signal?: AbortSignal
  connectTimeoutMs?: number
  /** After this time without any message, a stream counts as dead; servers send a heartbeat every 30 s. */
  silentMs?: number
  /** The same for a stream that only sends heartbeats: its server no longer reads any logs. */
  staleMs?: number
}

const defaults = { connectTimeoutMs: 10_000, silentMs: 90_000, staleMs: 300_000 }
const batchMax = 500
/** Messages with certificate chains have about 10 kB. */
const messageMax = 1024 * 1024
/** Maximum number of queued certificates; if the reader is slower than the stream, the newest are dropped and counted. */
const waitingMax = 50_000

/** Everything that arrived since the last batch. */
export interface StreamBatch {
  certificates: StreamedCertificate[]
  /** Number of messages without a readable certificate, and of those dropped because the queue was full. */
  lost: number
}

/**
 * Reads a certstream server over WebSocket. A stream can't be resumed: messages sent while there is no connection are lost.
 *
 * @returns batches as certificates arrive; ends when the signal is aborted
 * @throws ConnectorError `unreachable` when it can't be reached, is interrupted, or is open but silent; `refused` by our rules;
 *   `changed_format` when its first messages have another format
 */
export async function* readCertstream(
  address: string,
  options: StreamOptions = {},
): AsyncGenerator<StreamBatch, void, undefined> {
  const { allowAddress = [], signal, connectTimeoutMs, silentMs, staleMs } = { ...defaults, ...options }
  const url = URL.parse(address.replace(/^ws/i, 'http'))
  if (!url || !/^wss?:/i.test(address)) throw new ConnectorError('STREAM_ADDRESS_INVALID', {})
  checkUrl(url, allowAddress)
  const connect = guardedConnector(url, allowAddress, connectTimeoutMs)
  const opened: Socket[] = []
  const agent = new Agent({
    connect: (target, done) =>
      connect(target, (...result) => {
        if (result[1]) opened.push(result[1])
        done(...result)
      }),
    allowH2: false,
  })
  const stream = new Inbox(url.host)
  const socket = new WebSocket(address, { dispatcher: agent })
  socket.addEventListener('message', ({ data }) => stream.take(data))
  socket.addEventListener('error', ({ error }) => stream.fail(error))
  socket.addEventListener('close', () => stream.fail(brokenStream(url.host, 'ended')))
  const stop = () => stream.wake()
  signal?.addEventListener('abort', stop)
  try {
    for (;;) {
      if (signal?.aborted) return
      const batch = stream.batch()
      if (batch) yield batch
      else await stream.news(silentMs, staleMs)
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    socket.close()
    await agent.destroy()
    // A server that doesn't answer the close frame would keep the connection, and with it the program, alive.
    for (const connection of opened) connection.destroySoon()
  }
}

const brokenStream = (host: string, why: 'ended' | 'unreachable' | 'silent' | 'noCertificates', cause?: unknown) =>
  new ConnectorError('STREAM_BROKEN', { host, why }, { cause })

/** The queue of messages that have not been read yet. */
class Inbox {
  readonly #host: string
  #waiting: StreamedCertificate[] = []
  #lost = 0
  #hasCertificates = false
  #failure: ConnectorError | null = null
  #heardAt = performance.now()
  #certificateAt = performance.now()
  #wake: (() => void) | null = null

  constructor(host: string) {
    this.#host = host
  }

  take(data: unknown): void {
    this.#heardAt = performance.now()
    try {
      const text = typeof data === 'string' && data.length <= messageMax ? data : ''
      const certificate = readStreamMessage(text)
      if (certificate) {
        this.#certificateAt = this.#heardAt
        this.#hasCertificates = true
        if (this.#waiting.length < waitingMax) this.#waiting.push(certificate)
        else this.#lost += 1
      }
    } catch (error) {
      // A single invalid message is only counted; a stream that begins with invalid messages has another format.
      this.#lost += 1
      if (!this.#hasCertificates) this.fail(error)
    }
    this.wake()
  }

  fail(error: unknown): void {
    this.#failure ??= error instanceof ConnectorError ? error : brokenStream(this.#host, 'unreachable', error)
    this.wake()
  }

  wake(): void {
    this.#wake?.()
    this.#wake = null
  }

  /** The queued messages; null when there are none. */
  batch(): StreamBatch | null {
    if (this.#waiting.length === 0) return null
    const batch = { certificates: this.#waiting.slice(0, batchMax), lost: this.#lost }
    this.#waiting = this.#waiting.slice(batchMax)
    this.#lost = 0
    return batch
  }

  /** Waits for a message. @throws ConnectorError when the stream has failed or is silent */
  async news(silentMs: number, staleMs: number): Promise<void> {
    if (this.#failure) throw this.#failure
    const now = performance.now()
    const left = Math.min(this.#heardAt + silentMs, this.#certificateAt + staleMs) - now
    if (left <= 0) {
      const isSilent = this.#heardAt + silentMs <= now
      throw brokenStream(this.#host, isSilent ? 'silent' : 'noCertificates')
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = setTimeout(resolve, left)
    await promise
    clearTimeout(timer)
  }
}
