import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A WHOIS server on 127.0.0.1 that replaces every server: it can't distinguish them, so responses are returned in turn. */
export interface FakeWhois {
  port: number
  /** The responses to the next queries, one each; a function handles the connection itself. */
  queue(...answers: (string | Buffer | ((socket: Socket) => void))[]): void
  /** The response to a query when none is queued. */
  onOther(answer: (question: string) => string): void
  questions: string[]
  close(): Promise<void>
}

export async function startFakeWhois(): Promise<FakeWhois> {
  const answers: (string | Buffer | ((socket: Socket) => void))[] = []
  const questions: string[] = []
  const sockets = new Set<Socket>()
  let other: ((question: string) => string) | null = null
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', (bytes) => {
      const question = bytes.toString('latin1').trim()
      questions.push(question)
      const answer = answers.shift() ?? other?.(question) ?? ''
      if (typeof answer === 'function') answer(socket)
      else socket.end(answer)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    questions,
    queue: (...more) => void answers.push(...more),
    onOther: (answer) => void (other = answer),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
