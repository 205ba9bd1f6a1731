import { Agent, WebSocket } from 'undici'
import { ConnectorError } from '../connector-error.ts'
import { checkUrl, guardedConnector } from '../guarded-connect.ts'

/** A certificate that a stream tells of. */
export interface StreamedCertificate {
  /** Empty when the message has none. */
  names: string[]
  /** Place in the log it was seen in; null when not said. */
  index: number | null
  /** Equal for a precertificate and its certificate; null when the message does not tell issuer and serial number. */
  identity: string | null
  isPrecertificate: boolean
  /** The log it was seen in, e.g. `Example 'Oak2025h1' log`. */
  log: string
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const namesIn = (value: unknown): string[] =>
  // As in certificates themselves: printable ASCII only.
  Array.isArray(value)
    ? value.filter((name): name is string => typeof name === 'string' && /^[\x21-\x7e]+$/.test(name))
    : []

/**
 * Reads one message of a certstream server: `certificate_update`, `dns_entries` (names alone) or `heartbeat`. Fields that older servers
 * leave out may be missing.
 *
 * Source: certstream-server-go, internal/models/certstream.go.
 *
 * @returns null for a message without a certificate
 * @throws ConnectorError `changed_format` for what is no such message
 */
export function readStreamMessage(text: string): StreamedCertificate | null {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch (cause) {
    throw new ConnectorError('changed_format', 'The stream sends what is not JSON', { cause })
  }
  const kind = isFields(message) ? message['message_type'] : undefined
  if (kind === 'heartbeat') return null
  const data = isFields(message) ? message['data'] : undefined
  if (kind === 'dns_entries')
    return { names: namesIn(data), index: null, identity: null, isPrecertificate: false, log: '' }
  const leaf = isFields(data) ? data['leaf_cert'] : undefined
  if (kind !== 'certificate_update' || !isFields(data) || !isFields(leaf))
    throw new ConnectorError('changed_format', 'The stream sends messages of another kind')
  const source = isFields(data['source']) ? data['source'] : {}
  const issuer = isFields(leaf['issuer']) ? textOf(leaf['issuer']['aggregated']) || textOf(leaf['issuer']['CN']) : ''
  const serial = textOf(leaf['serial_number'])
  return {
    names: namesIn(leaf['all_domains']),
    index: Number.isSafeInteger(data['cert_index']) ? Number(data['cert_index']) : null,
    identity: serial && issuer ? `${serial}\n${issuer}` : null,
    isPrecertificate: data['update_type'] === 'PrecertLogEntry',
    log: textOf(source['name']) || textOf(source['url']),
  }
}

/** How a stream of certificates is read; times are in milliseconds. */
export interface StreamOptions {
  /** Exceptions from the rules for outbound requests, as `host:port`. */
  allowAddress?: readonly string[]
  signal?: AbortSignal
  connectTimeoutMs?: number
  /** A stream that says nothing at all for so long is taken for dead; servers send heartbeats every half a minute. */
  silentMs?: number
  /** The same for one that only says that it is alive: the logs behind it are not read any more. */
  staleMs?: number
}

const defaults = { connectTimeoutMs: 10_000, silentMs: 90_000, staleMs: 300_000 }
const batchMax = 500
/** Messages with chains of certificates are some 10 kB. */
const messageMax = 1024 * 1024
/** Certificates that wait to be taken; a reader slower than the stream loses the newest, which are counted. */
const waitingMax = 50_000

/** What came of a stream since the last batch. */
export interface StreamBatch {
  certificates: StreamedCertificate[]
  /** Messages that were no certificates that can be read, and those that came faster than they were taken. */
  lost: number
}

/**
 * Listens to a certstream server over WebSocket. A stream has no place to go on from: what is sent while nobody listens is gone.
 *
 * @returns batches as certificates come; ends when the signal is given
 * @throws ConnectorError `unreachable` when it cannot be reached, breaks off, or is open and silent; `refused` by our rules;
 *   `changed_format` when its first messages are something else
 */
export async function* readCertstream(
  address: string,
  options: StreamOptions = {},
): AsyncGenerator<StreamBatch, void, undefined> {
  const { allowAddress = [], signal, connectTimeoutMs, silentMs, staleMs } = { ...defaults, ...options }
  const url = URL.parse(address.replace(/^ws/i, 'http'))
  if (!url || !/^wss?:/i.test(address))
    throw new ConnectorError('refused', 'The address of a stream begins with ws or wss')
  checkUrl(url, allowAddress)
  const agent = new Agent({ connect: guardedConnector(url, allowAddress, connectTimeoutMs), allowH2: false })
  const stream = new Inbox(url.host)
  const socket = new WebSocket(address, { dispatcher: agent })
  socket.addEventListener('message', ({ data }) => stream.take(data))
  socket.addEventListener('error', ({ error }) => stream.fail(error))
  socket.addEventListener('close', () => stream.fail(new ConnectorError('unreachable', `${url.host} ends the stream`)))
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
  }
}

/** Where messages wait to be taken. */
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
      // One odd message is a matter of counting, a stream that begins with one of another kind.
      this.#lost += 1
      if (!this.#hasCertificates) this.fail(error)
    }
    this.wake()
  }

  fail(error: unknown): void {
    this.#failure ??=
      error instanceof ConnectorError
        ? error
        : new ConnectorError('unreachable', `${this.#host} cannot be listened to`, { cause: error })
    this.wake()
  }

  wake(): void {
    this.#wake?.()
    this.#wake = null
  }

  /** What waits; null when nothing does. */
  batch(): StreamBatch | null {
    if (this.#waiting.length === 0) return null
    const batch = { certificates: this.#waiting.slice(0, batchMax), lost: this.#lost }
    this.#waiting = this.#waiting.slice(batchMax)
    this.#lost = 0
    return batch
  }

  /** Waits for a message. @throws ConnectorError when the stream has failed or fell silent */
  async news(silentMs: number, staleMs: number): Promise<void> {
    if (this.#failure) throw this.#failure
    const now = performance.now()
    const left = Math.min(this.#heardAt + silentMs, this.#certificateAt + staleMs) - now
    if (left <= 0) {
      const isSilent = this.#heardAt + silentMs <= now
      throw new ConnectorError(
        'unreachable',
        `${this.#host} is connected and ${isSilent ? 'silent' : 'tells of no certificates'}`,
      )
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = setTimeout(resolve, left)
    await promise
    clearTimeout(timer)
  }
}
