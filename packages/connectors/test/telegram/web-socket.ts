import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** The server's end of a WebSocket with binary messages (RFC 6455). */
export interface ServerSocket {
  send(bytes: Uint8Array): void
  /** Ends it without a close frame. */
  drop(): void
}

/** Accepts a WebSocket, and calls the function with what arrives. */
export function acceptWebSocket(
  request: IncomingMessage,
  socket: Duplex,
  onBytes: (bytes: Buffer) => void,
): ServerSocket {
  const key = request.headers['sec-websocket-key'] ?? ''
  const accept = createHash('sha1')
    .update(key + magic)
    .digest('base64')
  socket.on('error', () => {})
  socket.on('end', () => socket.end())
  let waiting = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk])
    for (let frame = frameIn(waiting); frame; frame = frameIn(waiting)) {
      waiting = waiting.subarray(frame.size)
      // A close frame.
      if (frame.opcode === 8) socket.end(Buffer.of(0x88, 0))
      else onBytes(frame.payload)
    }
  })
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
    'Sec-WebSocket-Protocol: binary',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return {
    send: (bytes) => {
      if (!socket.destroyed) socket.write(Buffer.concat([headOf(bytes.length), bytes]))
    },
    drop: () => socket.destroy(),
  }
}

/** The first frame of what arrived, without its mask; null if it isn't complete. */
function frameIn(bytes: Buffer): { opcode: number; payload: Buffer; size: number } | null {
  if (bytes.length < 2) return null
  const opcode = (bytes[0] ?? 0) & 0x0f
  const short = (bytes[1] ?? 0) & 0x7f
  const headSize = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < headSize + 4) return null
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  const start = headSize + 4
  if (bytes.length < start + length) return null
  const mask = bytes.subarray(headSize, start)
  const payload = Buffer.from(bytes.subarray(start, start + length).map((byte, at) => byte ^ (mask[at % 4] ?? 0)))
  return { opcode, payload, size: start + length }
}

function headOf(length: number): Buffer {
  if (length < 126) return Buffer.of(0x82, length)
  if (length < 65_536) return Buffer.of(0x82, 126, length >> 8, length & 0xff)
  const head = Buffer.alloc(10)
  head[0] = 0x82
  head[1] = 127
  head.writeBigUInt64BE(BigInt(length), 2)
  return head
}
