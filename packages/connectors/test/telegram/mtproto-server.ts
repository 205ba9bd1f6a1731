import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { gzipSync, unzipSync } from 'node:zlib'
import { Long } from '@mtcute/core'
import {
  __tlReaderMap,
  __tlWriterMap,
  createAesIgeForMessage,
  TlBinaryReader,
  TlBinaryWriter,
} from '@mtcute/core/utils.js'
import { NodeCrypto } from '../../src/telegram/platform.ts'
import { answersList, readCall, type ApiCall } from './calls.ts'
import { acceptWebSocket } from './web-socket.ts'

/** An object of the API or the protocol, or an error of a call. */
export interface TlObject {
  _: string
  [name: string]: unknown
}

/** The answer to a call. */
export type Answer = TlObject | readonly TlObject[]

/** How the server answers. */
export interface MtprotoServer {
  /** The keys of the clients that it knows, by their ids in hex. */
  keys: Map<string, Uint8Array>
  /** Null answers nothing; `endless` sends bytes until the client goes away. */
  answer: (call: ApiCall) => Answer | 'endless' | null
  /** Answers messages without encryption, by which clients and servers agree on a key. */
  exchange?: (message: TlObject) => TlObject | null
}

const crypto = new NodeCrypto(64 * 1024 * 1024)
const ready = crypto.initialize()

const ids = { container: 0x73f1f8dc, gzip: 0x3072cfa1, result: 0xf35c6d01, vector: 0x1cb5c415 }
/** Larger answers are compressed. */
const packedFrom = 512
/** The server's salt, which clients learn from its first answer. */
const salt = Buffer.from('5a17000000000001', 'hex')

/** The number by which a key is known. */
export const keyIdOf = (key: Uint8Array) => createHash('sha1').update(key).digest().subarray(-8).toString('hex')

let lastId = 0n
/** Ids of the server are odd, and grow. */
function nextId(isAnswer: boolean): Long {
  const now = (BigInt(Date.now()) << 32n) / 1000n
  lastId = now - (now % 4n) > lastId ? now - (now % 4n) : lastId + 4n
  return Long.fromString(String(lastId + (isAnswer ? 1n : 3n)))
}

/** Speaks MTProto 2.0 with one client. Source: https://core.telegram.org/mtproto/description. */
export async function acceptMtproto(request: IncomingMessage, duplex: Duplex, server: MtprotoServer): Promise<void> {
  duplex.pause()
  await ready
  let cipher: { decrypt: (bytes: Uint8Array) => Uint8Array; encrypt: (bytes: Uint8Array) => Uint8Array } | null = null
  let waiting = Buffer.alloc(0)
  let greeted: string | null = null
  const socket = acceptWebSocket(request, duplex, (bytes) => {
    waiting = Buffer.concat([waiting, cipher ? cipher.decrypt(bytes) : bytes])
    if (!cipher) {
      if (waiting.length < 64) return
      cipher = cipherOf(waiting.subarray(0, 64))
      const rest = waiting.subarray(64)
      waiting = Buffer.from(cipher.decrypt(rest))
    }
    while (waiting.length >= 4 && waiting.length >= 4 + waiting.readUInt32LE(0)) {
      const size = waiting.readUInt32LE(0)
      const packet = waiting.subarray(4, 4 + size)
      waiting = waiting.subarray(4 + size)
      take(Buffer.from(packet))
    }
  })
  duplex.resume()

  function sendPacket(packet: Uint8Array): void {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(packet.length)
    socket.send(cipher?.encrypt(Buffer.concat([size, packet])) ?? new Uint8Array())
  }

  /** A packet of four bytes is an error of the transport. */
  function refuse(code: number): void {
    const packet = Buffer.alloc(4)
    packet.writeInt32LE(-code)
    sendPacket(packet)
  }

  function take(packet: Buffer): void {
    const keyId = packet.subarray(0, 8).toString('hex')
    if (keyId === '0000000000000000') return takePlain(packet)
    const key = server.keys.get(keyId)
    if (!key) return refuse(404)
    const messageKey = packet.subarray(8, 24)
    const plain = Buffer.from(createAesIgeForMessage(crypto, key, messageKey, true).decrypt(packet.subarray(24)))
    const expected = crypto.sha256(Buffer.concat([key.subarray(88, 120), plain])).subarray(8, 24)
    if (!messageKey.equals(expected)) throw new Error('the client signed with another key')
    const session = plain.subarray(8, 16)
    const messageId = new Long(plain.readInt32LE(16), plain.readInt32LE(20))
    const body = plain.subarray(32, 32 + plain.readUInt32LE(28))
    const send = (...contents: readonly Uint8Array[]) => sendEncrypted(key, session, contents)
    if (!plain.subarray(0, 8).equals(salt)) {
      const newSalt = new Long(salt.readInt32LE(0), salt.readInt32LE(4))
      const seqno = plain.readInt32LE(24)
      return send(
        object({
          _: 'mt_bad_server_salt',
          badMsgId: messageId,
          badMsgSeqno: seqno,
          errorCode: 48,
          newServerSalt: newSalt,
        }),
      )
    }
    const opening = greeted === session.toString('hex') ? [] : [sessionCreated(messageId)]
    greeted = session.toString('hex')
    read(messageId, new TlBinaryReader(__tlReaderMap, body), (...contents) => send(...opening.splice(0), ...contents))
  }

  function takePlain(packet: Buffer): void {
    const message = new TlBinaryReader(__tlReaderMap, packet, 20).object() as TlObject
    const answer = server.exchange?.(message)
    if (!answer) return refuse(404)
    const content = object(answer)
    const writer = TlBinaryWriter.alloc(__tlWriterMap, 20 + content.length)
    writer.long(Long.ZERO)
    writer.long(nextId(true))
    writer.uint(content.length)
    writer.raw(content)
    sendPacket(writer.result())
  }

  /** Answers one message, or those in a container. */
  function read(messageId: Long, reader: TlBinaryReader, send: (...contents: readonly Uint8Array[]) => void): void {
    const id = reader.peekUint()
    if (id === ids.container) {
      reader.uint()
      const count = reader.uint()
      for (let index = 0; index < count; index += 1) {
        const inner = reader.long()
        reader.uint()
        const size = reader.uint()
        read(inner, new TlBinaryReader(__tlReaderMap, reader.raw(size)), send)
      }
    } else if (id === ids.gzip) {
      reader.uint()
      read(messageId, new TlBinaryReader(__tlReaderMap, unzipSync(reader.bytes())), send)
    } else if (id in __tlReaderMap) {
      serve(messageId, reader.object() as TlObject, send)
    } else {
      answerCall(messageId, callIn(readCall(reader)), send)
    }
  }

  function answerCall(messageId: Long, call: ApiCall, send: (...contents: readonly Uint8Array[]) => void): void {
    const answer = server.answer(call)
    if (answer === null) return send(object({ _: 'mt_msgs_ack', msgIds: [messageId] }))
    if (answer === 'endless') return sendForEver()
    const content = isList(answer) ? list(answer) : object(answer)
    const isPacked = content.length > packedFrom && answersList(call._) === isList(answer)
    const packed = isPacked ? gzipSync(content) : content
    const writer = TlBinaryWriter.manual(packed.length + 32)
    writer.uint(ids.result)
    writer.long(messageId)
    if (isPacked) {
      writer.uint(ids.gzip)
      writer.bytes(packed)
    } else writer.raw(packed)
    send(writer.result())
  }

  function sendForEver(): void {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(0x7fffffff)
    socket.send(cipher?.encrypt(size) ?? size)
    const more = () => {
      if (duplex.destroyed) return
      socket.send(Buffer.alloc(256 * 1024))
      setImmediate(more)
    }
    more()
  }

  /** One message, or several in a container. */
  function sendEncrypted(key: Uint8Array, session: Buffer, contents: readonly Uint8Array[]): void {
    const messages = contents.map((content) => numbered(nextId(true), 1, content))
    const [first = new Uint8Array()] = messages
    const whole = messages.length === 1 ? first : numbered(nextId(true), 2, containerOf(messages))
    const padding = 12 + ((16 - ((16 + whole.length + 12) % 16)) % 16)
    const plain = Buffer.concat([salt, session, whole, randomBytes(padding)])
    const messageKey = crypto.sha256(Buffer.concat([key.subarray(96, 128), plain])).subarray(8, 24)
    const encrypted = createAesIgeForMessage(crypto, key, messageKey, false).encrypt(plain)
    sendPacket(Buffer.concat([Buffer.from(keyIdOf(key), 'hex'), messageKey, encrypted]))
  }
}

/** Answers a message of the protocol itself. */
function serve(messageId: Long, served: TlObject, send: (...contents: readonly Uint8Array[]) => void): void {
  if (served._ === 'mt_ping' || served._ === 'mt_ping_delay_disconnect') {
    send(object({ _: 'mt_pong', msgId: messageId, pingId: served['pingId'] }))
  } else if (served._ === 'mt_get_future_salts') {
    send(object({ _: 'mt_future_salts', reqMsgId: messageId, now: Math.floor(Date.now() / 1000), salts: [] }))
  } else if (served._ === 'mt_msgs_state_req') {
    const asked = served['msgIds'] as readonly unknown[]
    // All of them were received.
    const info = Buffer.alloc(asked.length, 4)
    send(object({ _: 'mt_msgs_state_info', reqMsgId: messageId, info }))
  }
}

const isList = (answer: Answer): answer is readonly TlObject[] => Array.isArray(answer)

const object = (value: TlObject): Uint8Array => TlBinaryWriter.serializeObject(__tlWriterMap, value)

function list(values: readonly TlObject[]): Uint8Array {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(ids.vector)
  head.writeUInt32LE(values.length, 4)
  return Buffer.concat([head, ...values.map(object)])
}

const sessionCreated = (firstMsgId: Long) =>
  object({
    _: 'mt_new_session_created',
    firstMsgId,
    uniqueId: Long.fromNumber(7),
    serverSalt: new Long(salt.readInt32LE(0), salt.readInt32LE(4)),
  })

function numbered(id: Long, seqno: number, content: Uint8Array): Uint8Array {
  const writer = TlBinaryWriter.manual(content.length + 16)
  writer.long(id)
  writer.uint(seqno)
  writer.uint(content.length)
  writer.raw(content)
  return writer.result()
}

function containerOf(messages: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(ids.container)
  head.writeUInt32LE(messages.length, 4)
  return Buffer.concat([head, ...messages])
}

/** The call inside those that say how it is called. */
function callIn(call: ApiCall): ApiCall {
  const { query } = call
  const isWrapper = /^(?:invokeWith|initConnection)/.test(call._)
  return isWrapper && typeof query === 'object' ? callIn(query as ApiCall) : call
}

/** The obfuscation of a connection. Source: https://core.telegram.org/mtproto/mtproto-transports#transport-obfuscation. */
function cipherOf(start: Buffer) {
  const reversed = Buffer.from(start.subarray(8, 56).toReversed())
  const incoming = createCipheriv('aes-256-ctr', start.subarray(8, 40), start.subarray(40, 56))
  const outgoing = createCipheriv('aes-256-ctr', reversed.subarray(0, 32), reversed.subarray(32, 48))
  const tag = incoming.update(start).subarray(56, 60)
  if (tag.toString('hex') !== 'eeeeeeee') throw new Error('the client uses another transport')
  return {
    decrypt: (bytes: Uint8Array) => incoming.update(bytes),
    encrypt: (bytes: Uint8Array) => outgoing.update(bytes),
  }
}
