import { ObfuscatedPacketCodec, IntermediatePacketCodec, MemoryStorage, TransportError } from '@mtcute/core'
import type { tl } from '@mtcute/core'
import { BaseTelegramClient } from '@mtcute/core/client.js'
import { isRecord } from '@signet/contract/narrow'
import { productVersion } from '@signet/contract/product-version'
import { dayMs, minuteMs, secondMs } from '@signet/contract/time'
import { mebibyte } from '@signet/contract/threats/file-types'
import { causeOf } from '@signet/contract/errors/program-errors'
import { replyOf } from '../collect/call-api.ts'
import type { Access } from '../collect/connector.ts'
import { ConnectorError } from '../connector-error.ts'
import { BinarySocket } from './binary-socket.ts'
import { NodeCrypto, platform } from './platform.ts'

/** Where Telegram's web servers are, without a slash at its end. */
export const telegramBase = 'https://web.telegram.org'

/** The host of each data centre. Source: https://core.telegram.org/mtproto/transports#uri-format. */
const dataCentres = new Map([
  [1, 'pluto'],
  [2, 'venus'],
  [3, 'aurora'],
  [4, 'vesta'],
  [5, 'flora'],
])

/** How Telegram is reached. */
export type TelegramAccess = Pick<Access, 'credentials' | 'base' | 'allowAddress' | 'lookup' | 'signal'> & {
  /** The longest time for an answer. */
  answerMs?: number
}

/** The calls of a session; each of them only reads. */
export type ReadingCall =
  | tl.users.RawGetUsersRequest
  | tl.contacts.RawSearchRequest
  | tl.messages.RawSearchGlobalRequest
  | tl.messages.RawGetDialogsRequest
  | tl.messages.RawGetHistoryRequest
  | tl.channels.RawGetFullChannelRequest

/** The calls by which a person signs in. */
export type SignInCall =
  | tl.auth.RawSendCodeRequest
  | tl.auth.RawSignInRequest
  | tl.auth.RawCheckPasswordRequest
  | tl.account.RawGetPasswordRequest

/** A connection to Telegram, signed in as a person or to sign in. */
export interface TelegramSession<Call extends tl.RpcMethod> {
  /** @throws ConnectorError; after it, the connection may be closed */
  call<T extends Call>(request: T): Promise<tl.RpcCallReturn[T['_']]>
  client: BaseTelegramClient
  close(): Promise<void>
}

/** More than any answer to these calls. */
const sizeMax = 16 * mebibyte
const connectMs = 10 * secondMs
const answerMsDefault = 15 * secondMs
/** Of one sign-in. The library loses a leading zero of the key, which ends one exchange in 256. */
const exchangesMax = 4

/**
 * Prepares a connection, which the first call opens. A connection that ends isn't opened again, except to agree on a key.
 *
 * @param session from `signet telegram sign-in`; null to sign in
 * @throws ConnectorError `API_KEY_REFUSED` if the app or the session is none
 */
export async function openTelegram<Call extends tl.RpcMethod = ReadingCall>(
  access: TelegramAccess,
  session: string | null,
): Promise<TelegramSession<Call>> {
  const { base, allowAddress, lookup, signal, answerMs = answerMsDefault } = access
  const { host } = new URL(base)
  const { apiId = '' } = access.credentials
  const refused = (reply: string, cause?: unknown) => new ConnectorError('API_KEY_REFUSED', { host, reply }, { cause })
  if (!/^\d{1,10}$/.test(apiId)) throw refused('API_ID_INVALID')

  let end: ConnectorError | null = null
  const ended = Promise.withResolvers<never>()
  // It is only waited for during calls.
  ended.promise.catch(() => {})
  const fail = (reason: ConnectorError) => {
    end ??= reason
    ended.reject(reason)
  }
  let socket: BinarySocket | null = null
  let exchanges = 1
  // While signing in, the client closes a connection on which no key was agreed on.
  const canExchangeAgain = () => session === null && end === null && exchanges < exchangesMax

  const client = new BaseTelegramClient({
    apiId: Number(apiId),
    // Only signing in needs it.
    apiHash: '',
    storage: new MemoryStorage(),
    crypto: new NodeCrypto(sizeMax, () => fail(new ConnectorError('RESPONSE_TOO_LARGE', { host, max: sizeMax }))),
    platform,
    transport: {
      connect: ({ id }) => connected(id),
      packetCodec: () => new CheckedCodec(host, fail),
    },
    disableUpdates: true,
    updates: false,
    reconnectionStrategy: () => {
      if (!canExchangeAgain()) return false
      exchanges += 1
      return 0
    },
    network: { middlewares: [], connectionCount: () => 1 },
    initConnectionOptions: { deviceModel: 'Signet', appVersion: productVersion },
    logLevel: 0,
  })
  const stop = () => {
    fail(unreachable(host, 'closed'))
    socket?.close()
  }
  signal?.addEventListener('abort', stop)

  const close = async () => {
    signal?.removeEventListener('abort', stop)
    end ??= unreachable(host, 'closed')
    socket?.close()
    await client.destroy()
  }
  if (session !== null) {
    try {
      await client.importSession(session)
    } catch (error) {
      await close()
      throw refused('AUTH_KEY_INVALID', error)
    }
  }
  return { call, client, close }

  async function connected(dataCentre: number): Promise<BinarySocket> {
    try {
      const opened: BinarySocket = new BinarySocket(addressOf(base, dataCentre), {
        allowAddress,
        lookup,
        connectMs,
        sizeMax,
        // Signing in goes on at the data centre of the account; the connection to the first one may end then.
        onEnd: (reason) => {
          if (socket === opened) fail(reason)
        },
      })
      socket = opened
      return await opened.open()
    } catch (error) {
      if (error instanceof ConnectorError) fail(error)
      throw error
    }
  }

  async function call<T extends Call>(request: T): Promise<tl.RpcCallReturn[T['_']]> {
    signal?.throwIfAborted()
    if (end) throw end
    socket?.expectAnswer()
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(unreachable(host, 'timeout')), answerMs)
    try {
      const answer = await Promise.race([answerTo(request), ended.promise, late.promise])
      if (isError(answer)) throw errorOf(access, answer)
      return answer
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof ConnectorError) throw error
      throw unreachable(host, causeOf(error).code, error)
    } finally {
      clearTimeout(timer)
    }
  }

  async function answerTo<T extends Call>(request: T): Promise<tl.RpcCallReturn[T['_']] | RpcError> {
    await client.connect()
    const answer = await client.mt.call<tl.RpcMethod>(request)
    // Of every call; which answer came is compared where it is read.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    return answer as tl.RpcCallReturn[T['_']] | RpcError
  }
}

/** Of the web server of a data centre; a stand-in has them all on one host. */
function addressOf(base: string, id: number): URL {
  const name = dataCentres.get(id) ?? dataCentres.values().next().value ?? ''
  const { host } = new URL(base)
  return new URL(base === telegramBase ? `https://${name}.${host}/apiws` : `${base}/${name}/apiws`)
}

/** The packets of a connection; one that only says why the server refuses it ends the session. */
class CheckedCodec extends ObfuscatedPacketCodec {
  readonly #host: string
  readonly #fail: (reason: ConnectorError) => void

  constructor(host: string, fail: (reason: ConnectorError) => void) {
    super(new IntermediatePacketCodec())
    this.#host = host
    this.#fail = fail
  }

  override async decode(...read: Parameters<ObfuscatedPacketCodec['decode']>): Promise<Uint8Array | null> {
    try {
      return await super.decode(...read)
    } catch (error) {
      if (error instanceof TransportError) this.#fail(this.#reasonOf(error))
      throw error
    }
  }

  /** Source: https://core.telegram.org/mtproto/mtproto-transports#transport-errors. */
  #reasonOf({ code }: TransportError): ConnectorError {
    const host = this.#host
    if (code === 404) return new ConnectorError('API_KEY_REFUSED', { host, reply: 'AUTH_KEY_UNREGISTERED' })
    if (code === 429) return new ConnectorError('SERVER_THROTTLES', { host, status: code }, { status: code })
    return new ConnectorError('SERVER_FAILS', { host, status: code }, { status: code })
  }
}

const unreachable = (host: string, code: string, cause?: unknown) =>
  new ConnectorError('SERVER_UNREACHABLE', { host, code }, { cause })

interface RpcError {
  _: 'mt_rpc_error'
  errorCode: number
  errorMessage: string
}

const isError = (answer: unknown): answer is RpcError => isRecord(answer) && answer['_'] === 'mt_rpc_error'

/**
 * Of an account or app that Telegram doesn't accept, in addition to all with the code 401. Source: https://core.telegram.org/api/errors.
 */
const refusals = new Set([
  'API_ID_INVALID',
  'CONNECTION_API_ID_INVALID',
  'AUTH_KEY_DUPLICATED',
  'API_ID_PUBLISHED_FLOOD',
])

/** Source: https://core.telegram.org/api/errors. */
function errorOf(access: TelegramAccess, { errorCode, errorMessage }: RpcError): ConnectorError {
  const { host } = new URL(access.base)
  const reply = replyOf(access, errorMessage)
  const status = errorCode
  const [, seconds] = /_WAIT_(\d{1,9})$/.exec(errorMessage) ?? []
  if (errorCode === 420 || seconds !== undefined) {
    const waitMs = Math.min(Number(seconds ?? 0) * secondMs || minuteMs, dayMs)
    return new ConnectorError('SERVER_THROTTLES', { host, status }, { status, retryAt: new Date(Date.now() + waitMs) })
  }
  if (errorCode === 401 || refusals.has(errorMessage)) return new ConnectorError('API_KEY_REFUSED', { host, reply })
  // Negative codes are those of time-outs inside Telegram.
  if (errorCode >= 500 || errorCode < 0) return new ConnectorError('SERVER_FAILS', { host, status }, { status })
  return new ConnectorError('API_CALL_REFUSED', { host, reply }, { status })
}
