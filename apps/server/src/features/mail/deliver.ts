import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Words } from '@signet/contract/wire'
import { messageOf } from '../../errors/sentences.ts'
import { isLoopback } from '../../app/loopback.ts'
import type { DkimKey, MailServer } from '../../app/mail-settings.ts'
import type { Delivery, OutgoingMail } from '../../app/mailer.ts'
import { isReplyAboutAddress } from './refused-address.ts'

/** Timeouts for a mail server in milliseconds. */
export const mailTimeouts = { connectMs: 10_000, greetingMs: 10_000, silenceMs: 20_000 }

/** Sends one email to the mail server, once, and returns what is known about the result. */
export async function deliver(
  server: MailServer,
  mail: OutgoingMail,
  timeouts = mailTimeouts,
  dkim: DkimKey | null = null,
): Promise<Delivery> {
  const message = await compose(mail, dkim)
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.isSecure,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.silenceMs,
    // Passwords are never sent over a network unencrypted.
    requireTLS: !server.isSecure && server.user !== '' && !isLoopback(server.host),
  })
  // The data is read only after the server has accepted the message (354): from then on, a missing reply leaves the result open.
  let isHandedOver = false
  const body = new Readable({
    read() {
      isHandedOver = true
      this.push(message)
      this.push(null)
    },
  })
  try {
    await new Promise<void>((resolve, reject) => {
      // Errors between commands are emitted as an event, all others are passed to the callback.
      connection.on('error', reject)
      connection.once('end', () => reject(new Error('The mail server closed the connection')))
      const sending = () =>
        connection.send({ from: mail.from.address, to: [mail.to.address] }, body, (error) =>
          error ? reject(error) : resolve(),
        )
      connection.connect((error) => {
        if (error) reject(error)
        else if (server.user === '') sending()
        else {
          connection.login({ user: server.user, pass: server.password }, (refused) =>
            refused ? reject(refused) : sending(),
          )
        }
      })
    })
    connection.quit()
    return { state: 'sent' }
  } catch (error) {
    connection.close()
    return judge(error instanceof Error ? error : new Error(String(error)), isHandedOver)
  }
}

/** What nodemailer adds to the errors of a conversation with the server. */
interface SmtpFailure extends Error {
  command?: string
  responseCode?: number
  response?: string
}

/** A status code of the server is definite; without one, the result depends on whether the server had received the message. */
function judge(error: SmtpFailure, isHandedOver: boolean): Delivery {
  const reason = reasonOf(error)
  const { responseCode, command } = error
  if (responseCode && responseCode >= 500 && command !== 'CONN' && !command?.startsWith('AUTH')) {
    const isAddressRefused = command === 'RCPT TO' && isReplyAboutAddress(error.response ?? '')
    return { state: 'refused', reason, isAddressRefused }
  }
  if (responseCode && responseCode >= 400) return { state: 'temporary', reason }
  if (isHandedOver) return { state: 'unknown', reason }
  return { state: 'temporary', reason }
}

const reasonMax = 300

/** The server's reply on one line; it is untrusted text. */
function reasonOf(error: SmtpFailure): Words {
  const words = error.response ?? error.message
  // oxlint-disable-next-line eslint/no-control-regex -- the expression removes control characters
  const reply = words.replaceAll(/[\u0000-\u001F\u007F]+/g, ' ').slice(0, reasonMax)
  return messageOf('MAIL_SERVER_REPLIED', { reply })
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'crlf' })

async function compose(mail: OutgoingMail, dkim: DkimKey | null): Promise<Buffer> {
  const { message } = await composer.sendMail({
    from: mail.from,
    to: [mail.to],
    ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
    messageId: `<${mail.messageId}>`,
    ...(mail.references.length > 0
      ? { inReplyTo: `<${mail.references.at(-1) ?? ''}>`, references: mail.references.map((id) => `<${id}>`) }
      : {}),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    attachments: mail.attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    ...(dkim
      ? {
          dkim: {
            domainName: mail.from.address.slice(mail.from.address.indexOf('@') + 1),
            keySelector: dkim.selector,
            privateKey: dkim.privateKey,
          },
        }
      : {}),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.requestId ? { 'X-Request-Id': mail.requestId } : {}),
    },
    // A value that looks like a file path or URL is treated as text.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return Buffer.isBuffer(message) ? message : buffer(message)
}
