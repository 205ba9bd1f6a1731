import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** A local replacement for an external service, on 127.0.0.1 with its own port. */
export interface FakeServer {
  /** `127.0.0.1:<port>`, for the `allowAddress` of a connector. */
  address: string
  /** Sets the response of a path. */
  on(path: string, answer: (request: IncomingMessage, response: ServerResponse) => void): void
  /** Answers requests to other paths; false leaves a request unanswered. */
  onOther(answer: (request: IncomingMessage, response: ServerResponse) => boolean): void
  /** Takes over connections that leave HTTP, such as WebSockets; false ends one. */
  onUpgrade(answer: (request: IncomingMessage, socket: Duplex) => boolean): void
  /** The full address of a path. */
  url(path: string): string
  /** All requests, in order. */
  requests: IncomingMessage[]
  /** Ends the connections without a word. */
  drop(): void
  close(): Promise<void>
}

export async function startFakeServer(): Promise<FakeServer> {
  const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
  const requests: IncomingMessage[] = []
  let other: ((request: IncomingMessage, response: ServerResponse) => boolean) | null = null
  const server = createServer((request, response) => {
    requests.push(request)
    const asked = request.url ?? ''
    // Visitors may add parameters.
    const answer = answers.get(asked) ?? answers.get(asked.replace(/\?.*/, ''))
    if (answer) answer(request, response)
    else if (!other?.(request, response)) response.writeHead(404).end('nothing here')
  })
  let upgrade: ((request: IncomingMessage, socket: Duplex) => boolean) | null = null
  const upgraded = new Set<Duplex>()
  server.on('upgrade', (request, socket) => {
    upgraded.add(socket)
    socket.on('close', () => upgraded.delete(socket))
    if (!upgrade?.(request, socket)) socket.destroy()
  })
  const drop = () => {
    for (const socket of upgraded) socket.destroy()
    server.closeAllConnections()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  const port = typeof listening === 'object' ? listening?.port : undefined
  const address = `127.0.0.1:${port}`
  return {
    address,
    requests,
    on: (path, answer) => void answers.set(path, answer),
    onOther: (answer) => void (other = answer),
    onUpgrade: (answer) => void (upgrade = answer),
    url: (path) => `http://${address}${path}`,
    drop,
    close: async () => {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}
