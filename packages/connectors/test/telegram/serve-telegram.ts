import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Long } from '@mtcute/core'
import { isRecord } from '@signet/contract/narrow'
import { keyExchange } from './key-exchange.ts'
import { acceptMtproto, keyIdOf, type Answer } from './mtproto-server.ts'
import { telegramKey } from './test-session.ts'

/** What a fake answers to a call: an object of the API with bigints for its largest numbers. */
export interface CallAnswer {
  status: number
  body: unknown
}

/** The keys of its clients: that of the account of tests, and those that were agreed on. */
const keys = new Map([[keyIdOf(telegramKey), telegramKey]])

/**
 * Serves Telegram. The function gets the name of a call, and its arguments as JSON, with texts for the largest numbers and hexadecimal
 * digits for bytes.
 */
export function serveTelegram(
  request: IncomingMessage,
  socket: Duplex,
  answer: (name: string, body: string) => CallAnswer | 'endless' | null,
): Promise<void> {
  return acceptMtproto(request, socket, {
    keys,
    exchange: keyExchange((key) => keys.set(keyIdOf(key), key)),
    answer: (call) => {
      const answered = answer(call._, JSON.stringify(readable(call)))
      if (answered === null || answered === 'endless') return answered
      const { status, body } = answered
      return typeof body === 'string'
        ? { _: 'mt_rpc_error', errorCode: status, errorMessage: body }
        : (withLongs(body) as Answer)
    },
  })
}

function readable(value: unknown): unknown {
  if (Long.isLong(value)) return value.toString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (Array.isArray(value)) return value.map(readable)
  return isRecord(value) ? mapped(value, readable) : value
}

function withLongs(value: unknown): unknown {
  if (typeof value === 'bigint') return Long.fromString(String(value))
  if (Array.isArray(value)) return value.map(withLongs)
  return isRecord(value) && !ArrayBuffer.isView(value) ? mapped(value, withLongs) : value
}

const mapped = (value: Record<string, unknown>, map: (one: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [name, map(one)]))
