import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Address } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import type { Database } from '../../db/database.ts'
import type { MailServer } from '../../app/mail-settings.ts'
import { insertCaught } from './mails.queries.ts'
import { readMessageId } from './send-mail.job.ts'

/** A mail server on this machine that stores received emails instead of forwarding them. */
export interface MailCatcher {
  server: MailServer
  close(): Promise<void>
}

/** In bytes; a notice with its files is the largest email. */
const sizeMax = 20 * 1024 * 1024

/**
 * Starts the catcher on a free port of the loopback address. It accepts emails only with a password generated now, so that no other program
 * of the machine can fill the table.
 */
export async function openMailCatcher(database: Database): Promise<MailCatcher> {
  const user = 'signet'
  const password = randomBytes(24).toString('base64url')
  const server = new SMTPServer({
    name: 'signet-catcher',
    logger: false,
    size: sizeMax,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth(auth, _session, done) {
      const isKnown = auth.username === user && auth.password === password
      done(isKnown ? null : new Error('Wrong password'), isKnown ? { user } : undefined)
    },
    onData(stream, _session, done) {
      void receive(database, stream, done)
    },
  })
  // A client that disconnects is not an error of the server.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('the catcher has no port')
  return {
    server: { host: '127.0.0.1', port: address.port, isSecure: false, user, password },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Stores one message; an error is returned to the client. */
async function receive(
  database: Database,
  stream: SMTPServerDataStream,
  answer: (error?: Error | null) => void,
): Promise<void> {
  try {
    const raw = await buffer(stream)
    if (stream.sizeExceeded) throw new Error('The message is too large')
    await keep(database, raw)
  } catch (error) {
    answer(error instanceof Error ? error : new Error(String(error)))
    return
  }
  answer()
}

async function keep(database: Database, raw: Buffer): Promise<void> {
  const mail = await PostalMime.parse(raw)
  const known = readMessageId(mail.messageId ?? '')
  if (!known) throw new Error('Only mail of this installation is kept')
  await database.inCompanies([known.companyId], (tx) =>
    insertCaught(tx, {
      company_id: known.companyId,
      mail_id: known.mailId,
      from_text: mail.from ? addressText(mail.from) : '',
      to_text: (mail.to ?? []).map(addressText).join(', '),
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
      raw,
    }),
  )
}

function addressText({ name, address }: Address): string {
  return name ? `${name} <${address ?? ''}>` : (address ?? '')
}
