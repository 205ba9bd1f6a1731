import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { Exit } from '../src/capture/exits.ts'

/** A proxy with several exits, one for each password, on 127.0.0.1. */
export interface FakeProxy {
  exit(label: string): Exit
  /** Sets the status that requests of an exit get; 200 connects them. */
  answer(label: string, status: number): void
  /** The targets that were asked for, as `label host:port`. */
  targets: string[]
  close(): Promise<void>
}

export async function startFakeProxy(): Promise<FakeProxy> {
  const statuses = new Map<string, number>()
  const targets: string[] = []
  const server = createServer((_, response) => response.writeHead(405).end())
  server.on('connect', (request, client) => {
    const label = request.headers['proxy-authorization'] ?? ''
    const target = request.url ?? ''
    targets.push(`${label} ${target}`)
    client.on('error', () => {})
    const status = statuses.get(label) ?? 200
    if (status !== 200) return void client.end(`HTTP/1.1 ${status} Refused\r\n\r\n`)
    const [host = '', port = ''] = target.split(':')
    const socket = connect(Number(port), host)
    socket.on('connect', () => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n')
      client.pipe(socket).pipe(client)
    })
    socket.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
    client.on('close', () => socket.destroy())
    socket.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  const port = typeof listening === 'object' ? (listening?.port ?? 0) : 0
  return {
    exit: (label) => ({ label, host: '127.0.0.1', port, authorization: label }),
    answer: (label, status) => void statuses.set(label, status),
    targets,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
