import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'

/** A WebSocket server on 127.0.0.1 that sends given messages (RFC 6455; text frames without masks). */
export interface FakeCertstream {
  url: string
  address: string
  /** Number of connections so far. */
  connections: () => number
  /** Number of connections that are open now. */
  open: () => number
  /** Calls the function with each further connection. */
  onConnection(listener: () => void): void
  /** Sends a message to all connected clients. */
  send(message: string | object): void
  /** Closes the connections without a close frame. */
  drop(): void
  close(): Promise<void>
}

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

function frameOf(text: string): Buffer {
  const payload = Buffer.from(text)
  const head = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10)
  head[0] = 0x81
  if (payload.length < 126) head[1] = payload.length
  else if (payload.length < 65_536) {
    head[1] = 126
    head.writeUInt16BE(payload.length, 2)
  } else {
    head[1] = 127
    head.writeBigUInt64BE(BigInt(payload.length), 2)
  }
  return Buffer.concat([head, payload])
}

export async function startFakeCertstream(): Promise<FakeCertstream> {
  const sockets = new Set<Duplex>()
  let connections = 0
  const listeners: (() => void)[] = []
  const server = createServer((_, response) => response.writeHead(404).end())
  server.on('upgrade', (request, socket) => {
    connections += 1
    const key = request.headers['sec-websocket-key'] ?? ''
    const accept = createHash('sha1')
      .update(key + magic)
      .digest('base64')
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    // Frames of clients (close, pong) are read and not answered.
    socket.on('data', () => {})
    socket.on('end', () => socket.end())
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    sockets.add(socket)
    for (const listener of listeners) listener()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  const address = `127.0.0.1:${typeof listening === 'object' ? listening?.port : 0}`
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `ws://${address}/`,
    address,
    connections: () => connections,
    open: () => sockets.size,
    onConnection: (listener) => void listeners.push(listener),
    send: (message) => {
      const frame = frameOf(typeof message === 'string' ? message : JSON.stringify(message))
      for (const socket of sockets) socket.write(frame)
    },
    drop,
    close: async () => {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}

let serial = 0

/** A message in the format of certstream-server-go. */
export function certificateUpdate(names: readonly string[] | null, more: object = {}): object {
  serial += 1
  return {
    message_type: 'certificate_update',
    data: {
      update_type: 'PrecertLogEntry',
      cert_index: serial,
      leaf_cert: {
        all_domains: names,
        serial_number: serial.toString(16),
        issuer: { CN: 'Test Authority R1', aggregated: '/CN=Test Authority R1' },
        ...more,
      },
      chain: [],
      source: { name: 'Test log', url: 'https://log.test/', timestamp: 1 },
    },
  }
}
export const heartbeat = { message_type: 'heartbeat', timestamp: 1_767_000_000.5 }
