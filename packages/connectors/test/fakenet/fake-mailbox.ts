import { fakeImapAccount, startFakeImap } from '../fake-imap.ts'

/** A mailbox that answers and bounces arrive in, read over IMAP; every address of Signet leads to it. */
export interface Mailbox {
  messages: readonly string[]
  /** Puts a message into it. */
  deliver(message: string): void
  /** `host:port` of its server. */
  address: string
  /** How Signet reads it: what is entered in Settings, Mailbox for replies. */
  account: { host: string; port: number; security: 'none'; user: string; folder: string; password: string }
  close(): Promise<void>
}

export async function startFakeMailbox(): Promise<Mailbox> {
  const imap = await startFakeImap()
  const messages: string[] = []
  return {
    messages,
    deliver(message) {
      messages.push(message)
      imap.add(message)
    },
    address: imap.address,
    account: { host: '127.0.0.1', port: imap.port, security: 'none', ...fakeImapAccount },
    close: () => imap.close(),
  }
}
