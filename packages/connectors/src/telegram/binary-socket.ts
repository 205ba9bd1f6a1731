import type { Socket } from 'node:net'
import type { ITelegramConnection } from '@mtcute/core'
import { Agent, WebSocket } from 'undici'
import { causeOf } from '@signet/contract/errors/program-errors'
import { ConnectorError } from '../connector-error.ts'
import { guardedConnector } from '../guarded-connect.ts'
import { checkUrl, type ResolveHost } from '../public-address.ts'

/** How a server is connected to, and what is done when the connection ends. */
export interface BinarySocketOptions {
  /** Exceptions from the address and port rules, as `host:port`. */
  allowAddress?: readonly string[] | undefined
  lookup?: ResolveHost | undefined
  connectMs: number
  /** The largest number of bytes that may arrive until `expectAnswer` is called again. */
  sizeMax: number
  /** Is called once, unless `close` ends it. */
  onEnd: (reason: ConnectorError) => void
}

/**
 * A stream of bytes in the binary messages of a WebSocket, to public addresses only.
 *
 * Source: https://core.telegram.org/mtproto/transports#websocket.
 */
export class BinarySocket implements ITelegramConnection {
  readonly localAddress = null
  readonly remoteAddress: string
  readonly #url: URL
  readonly #options: BinarySocketOptions
  readonly #agent: Agent
  readonly #socket: WebSocket
  readonly #opened: Socket[] = []
  #chunks: Uint8Array[] = []
  #size = 0
  #end: ConnectorError | null = null
  #wake: (() => void) | null = null

  /** @throws ConnectorError `refused` */
  constructor(url: URL, options: BinarySocketOptions) {
    const { allowAddress = [], lookup, connectMs, sizeMax } = options
    checkUrl(url, allowAddress)
    this.#url = url
    this.#options = options
    this.remoteAddress = url.host
    const connect = guardedConnector(url, allowAddress, connectMs, lookup)
    this.#agent = new Agent({
      connect: (target, done) =>
        connect(target, (...result) => {
          // The event of the socket doesn't say why.
          if (result[0]) this.#fail(result[0])
          if (result[1]) this.#opened.push(result[1])
          done(...result)
        }),
      headersTimeout: connectMs,
      allowH2: false,
      webSocket: { maxPayloadSize: sizeMax },
    })
    this.#socket = new WebSocket(url.href.replace(/^http/, 'ws'), { protocols: ['binary'], dispatcher: this.#agent })
    this.#socket.binaryType = 'arraybuffer'
    this.#socket.addEventListener('message', ({ data }) => this.#take(data))
    this.#socket.addEventListener('error', ({ error }) => this.#fail(error))
    this.#socket.addEventListener('close', () => this.#fail(null))
  }

  /** Waits until it is open. @throws ConnectorError */
  async open(): Promise<this> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    this.#socket.addEventListener('open', () => resolve())
    await promise
    if (this.#end) throw this.#end
    return this
  }

  /** The next bytes are those of another answer. */
  expectAnswer(): void {
    this.#size = 0
  }

  async read(into: Uint8Array): Promise<number> {
    while (this.#chunks.length === 0) {
      if (this.#end) throw this.#end
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      await promise
    }
    const [chunk = new Uint8Array(), ...rest] = this.#chunks
    const read = chunk.subarray(0, into.length)
    into.set(read)
    this.#chunks = read.length === chunk.length ? rest : [chunk.subarray(read.length), ...rest]
    return read.length
  }

  write(bytes: Uint8Array): Promise<void> {
    if (this.#end) return Promise.reject(this.#end)
    // A copy, because the buffer is used again before it is sent.
    this.#socket.send(bytes.slice())
    return Promise.resolve()
  }

  close(): void {
    this.#finish(null)
  }

  #take(data: unknown): void {
    // A text is none of the protocol.
    if (!(data instanceof ArrayBuffer)) return this.#fail(null)
    this.#size += data.byteLength
    const { host } = this.#url
    const { sizeMax } = this.#options
    if (this.#size > sizeMax) return this.#fail(new ConnectorError('RESPONSE_TOO_LARGE', { host, max: sizeMax }))
    if (data.byteLength > 0) this.#chunks.push(new Uint8Array(data))
    this.#awake()
  }

  #fail(cause: unknown): void {
    const reason = this.#finish(cause)
    if (reason) this.#options.onEnd(reason)
  }

  /** Why it ended; null if it had ended before. */
  #finish(cause: unknown): ConnectorError | null {
    if (this.#end) return null
    const { host } = this.#url
    this.#end =
      cause instanceof ConnectorError
        ? cause
        : new ConnectorError('SERVER_UNREACHABLE', { host, code: cause ? causeOf(cause).code : 'closed' }, { cause })
    this.#awake()
    this.#socket.close()
    void this.#closeConnections()
    return this.#end
  }

  async #closeConnections(): Promise<void> {
    await this.#agent.destroy()
    // A server that doesn't answer the close frame would keep the connection, and with it the program, alive.
    for (const connection of this.#opened) connection.destroySoon()
  }

  #awake(): void {
    this.#wake?.()
    this.#wake = null
  }
}
