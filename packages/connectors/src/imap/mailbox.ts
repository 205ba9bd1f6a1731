import { isIP } from 'node:net'
import { ImapFlow } from 'imapflow'
import { mebibyte } from '@signet/contract/threats/file-types'
import { isRecord, required } from '@signet/contract/narrow'
import type { MailboxSecurity } from '@signet/contract/takedowns/mailboxes'
import { ConnectorError } from '../connector-error.ts'
import { resolvePublic, type ResolveHost } from '../public-address.ts'

/** The mailbox of a user on a mail server, and the folder that is read. */
export interface MailboxPlace {
  host: string
  port: number
  security: MailboxSecurity
  user: string
  /** Its path as the server names it, e.g. `INBOX` or `INBOX/Abuse`. */
  folder: string
}

/** A mailbox, and what its user signs in with. */
export type MailboxAccount = MailboxPlace & ({ password: string } | { accessToken: string })

/** How a mail server is connected to. */
export interface MailboxOptions {
  /** Exceptions from the rule that addresses must be public, as `host:port`. */
  allowAddress?: readonly string[]
  lookup?: ResolveHost
  /** In ms, for connecting, for the greeting, and for a server that became silent. */
  timeoutMs?: number
}

const timeoutMsDefault = 30_000
/** More than any answer of a server to a request for the numbers of some emails. */
const lineBytesMax = 8 * mebibyte

/**
 * Opens a folder for reading only: nothing in it is changed, no email becomes read.
 *
 * @param literalBytesMax the largest email, or first part of an email, that is requested
 * @throws ConnectorError if the server can't be reached, refuses the account or doesn't have the folder
 */
export async function openMailbox(
  account: MailboxAccount,
  literalBytesMax: number,
  options: MailboxOptions,
): Promise<{ client: ImapFlow; uidValidity: number }> {
  const { host, port, security, user, folder } = account
  const { allowAddress = [], lookup, timeoutMs = timeoutMsDefault } = options
  const url = new URL(`https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`)
  const [address] = await resolvePublic(url, allowAddress, timeoutMs, lookup)
  const client = new ImapFlow({
    // The address that was checked, so that a second resolution can't differ.
    host: required(address, 'an address'),
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    ...(isIP(host) ? {} : { servername: host }),
    auth: { user, ...('password' in account ? { pass: account.password } : { accessToken: account.accessToken }) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    maxLineLength: lineBytesMax,
    maxLiteralSize: literalBytesMax + mebibyte,
    maxResponseSize: literalBytesMax + lineBytesMax + 2 * mebibyte,
  })
  // Without a listener, the loss of the connection between two commands would end the program.
  client.on('error', () => {})
  try {
    await client.connect()
    const { uidValidity } = await client.mailboxOpen(folder, { readOnly: true })
    return { client, uidValidity: Number(uidValidity) }
  } catch (error) {
    const lacksOAuth = 'accessToken' in account && !client.authenticated && offersNoOAuth(client)
    client.close()
    throw lacksOAuth
      ? new ConnectorError('MAILBOX_OAUTH_MISSING', { host }, { cause: error })
      : mailboxError(account, error)
  }
}

/** Whether the server said how users can sign in, but not with an access token (RFC 7628, or the older way of Google and Microsoft). */
const offersNoOAuth = ({ capabilities }: ImapFlow) =>
  capabilities.size > 0 && !capabilities.has('AUTH=OAUTHBEARER') && !capabilities.has('AUTH=XOAUTH2')

/** Response codes of a server that could accept the account later (RFC 5530, section 3; RFC 9051, section 7.1). */
const laterCodes = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG'])

/** The failure of a mail server in our terms; the texts of the server aren't part of it. */
export function mailboxError(account: MailboxAccount, cause: unknown): ConnectorError {
  if (cause instanceof ConnectorError) return cause
  const { host, folder } = account
  const { authenticationFailed, mailboxMissing, tlsFailed, serverResponseCode, throttleReset, ...failure } = isRecord(
    cause,
  )
    ? cause
    : {}
  const code = typeof failure['code'] === 'string' ? failure['code'] : ''
  if (typeof throttleReset === 'number' || laterCodes.has(String(serverResponseCode))) {
    const retryAt = typeof throttleReset === 'number' ? new Date(Date.now() + throttleReset) : undefined
    return new ConnectorError('REQUESTS_LIMITED', { host }, { retryAt, cause })
  }
  if (authenticationFailed) {
    const reason = 'password' in account ? 'MAILBOX_LOGIN_REFUSED' : 'MAILBOX_TOKEN_REFUSED'
    return new ConnectorError(reason, { host }, { cause })
  }
  if (mailboxMissing) return new ConnectorError('MAILBOX_FOLDER_MISSING', { host, folder }, { cause })
  if (tlsFailed || /CERT|TLS|SSL/.test(code)) return new ConnectorError('MAILBOX_TLS_FAILED', { host }, { cause })
  return new ConnectorError('SERVER_UNREACHABLE', { host, code: timeouts.has(code) ? 'timeout' : code }, { cause })
}

const timeouts = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT'])
