import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A message that was accepted, with its envelope. */
export interface ReceivedMail {
  from: string
  to: string
  /** As transmitted, with CRLF, without the dots that SMTP adds. */
  message: string
}

/** The mail servers of all recipients: one server on 127.0.0.1 that takes mail for everybody (RFC 5321). */
export interface FakeMailExchange {
  port: number
  close(): Promise<void>
}

/**
 * @param judge the answer to a recipient, e.g. `550 no such user`; `250 …` accepts
 * @param receive is called with each accepted message
 * @param confirmsAfterMs delay between accepting a message and confirming it; a sender that ends in between can't know that it arrived
 */
export async function startFakeMailExchange(
  judge: (recipient: string) => string,
  receive: (mail: ReceivedMail) => void,
  { confirmsAfterMs = 0 }: { confirmsAfterMs?: number } = {},
): Promise<FakeMailExchange> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    converse(socket, { judge, receive, confirmsAfterMs })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  return {
    port: typeof listening === 'object' ? (listening?.port ?? 0) : 0,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Desk {
  judge: (recipient: string) => string
  receive: (mail: ReceivedMail) => void
  confirmsAfterMs: number
}

function converse(socket: Socket, { judge, receive, confirmsAfterMs }: Desk): void {
  let pending = ''
  let isMessage = false
  let from = ''
  let recipients: string[] = []
  const say = (text: string) => void socket.write(`${text}\r\n`)
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    const address = /<([^>]*)>/.exec(line)?.[1]?.toLowerCase() ?? ''
    if (verb === 'EHLO') return say('250-fakenet\r\n250 8BITMIME')
    if (verb === 'MAIL') {
      ;[from, recipients] = [address, []]
      return say('250 ok')
    }
    if (verb === 'RCPT') {
      const answer = judge(address)
      if (answer.startsWith('2')) recipients.push(address)
      return say(answer)
    }
    if (verb === 'DATA') {
      isMessage = recipients.length > 0
      return say(isMessage ? '354 go on' : '503 no recipient')
    }
    if (verb === 'QUIT') return void socket.end('221 bye\r\n')
    say('250 ok')
  }
  say('220 fakenet')
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1')
    for (;;) {
      const end = pending.indexOf(isMessage ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const part = pending.slice(0, end)
      pending = pending.slice(end + (isMessage ? 5 : 2))
      if (!isMessage) {
        command(part)
        continue
      }
      isMessage = false
      const message = Buffer.from(part.replaceAll(/^\.\./gm, '.'), 'latin1').toString('utf8')
      for (const to of recipients) receive({ from, to, message })
      if (confirmsAfterMs > 0) setTimeout(() => say('250 kept'), confirmsAfterMs)
      else say('250 kept')
    }
  })
}
