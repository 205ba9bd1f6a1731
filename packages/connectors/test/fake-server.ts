import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A local replacement for an external service, on 127.0.0.1 with its own port. */
export interface FakeServer {
  /** `127.0.0.1:<port>`, for the `allowAddress` of a connector. */
  address: string
  /** Sets the response of a path. */
  on(path: string, answer: (request: IncomingMessage, response: ServerResponse) => void): void
  /** Answers requests to other paths; false leaves a request unanswered. */
  onOther(answer: (request: IncomingMessage, response: ServerResponse) => boolean): void
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
    url: (path) => `http://${address}${path}`,
    drop: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
