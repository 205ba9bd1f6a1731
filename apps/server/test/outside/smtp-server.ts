import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'

/** The behavior of a fake mail server: its answer to a step, or `silence`, or `break` to disconnect there. */
export type SmtpManners = Partial<Record<'greeting' | 'MAIL' | 'RCPT' | 'DATA' | 'message', string>>

export interface FakeSmtpServer {
  port: number
  /** The complete text of every message that arrived up to its final dot, whatever was answered. */
  messages: string[]
  /** The envelope commands as received. */
  commands: string[]
  manners: SmtpManners
  close(): Promise<void>
}

const ordinary = { greeting: '220 fake', MAIL: '250 ok', RCPT: '250 ok', DATA: '354 go on', message: '250 kept' }

/** A mail server that speaks the real protocol (RFC 5321) and can refuse, stall or disconnect at any step. */
export async function openFakeSmtp(manners: SmtpManners = {}): Promise<FakeSmtpServer> {
  const sockets = new Set<net.Socket>()
  const fake: FakeSmtpServer = { port: 0, messages: [], commands: [], manners, close }
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    let pending = ''
    let isMessage = false
    const answer = (step: keyof typeof ordinary) => {
      const manner = fake.manners[step] ?? ordinary[step]
      if (manner === 'break') socket.destroy()
      else if (manner !== 'silence') socket.write(`${manner}\r\n`)
      return manner
    }
    answer('greeting')
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1')
      for (;;) {
        const end = pending.indexOf(isMessage ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const part = pending.slice(0, end)
        pending = pending.slice(end + (isMessage ? 5 : 2))
        if (isMessage) {
          fake.messages.push(part)
          isMessage = false
          answer('message')
          continue
        }
        const verb = part.slice(0, 4).toUpperCase()
        if (verb === 'MAIL' || verb === 'RCPT' || verb === 'DATA') {
          fake.commands.push(part)
          isMessage = answer(verb).startsWith('354')
        } else if (verb === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 fake\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  fake.port = (server.address() as AddressInfo).port
  return fake

  async function close(): Promise<void> {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
}
