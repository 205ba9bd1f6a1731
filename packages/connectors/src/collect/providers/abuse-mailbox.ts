import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { dayMs, minuteMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { requestToken } from '../../imap/access-token.ts'
import { followMailbox, MailFetchError } from '../../imap/follow-mailbox.ts'
import { openMailbox, type MailboxAccount, type MailboxPlace } from '../../imap/mailbox.ts'
import { jsonIn } from '../call-api.ts'
import type { Access, Batch, Connector } from '../connector.ts'

/** How far a mailbox was read. */
const Position = z.object({
  /** The account that the numbers are of. */
  of: z.string(),
  since: z.string(),
  uidValidity: z.nullable(z.int()),
  lastUid: z.int(),
  /** Emails that the server did not hand out, and how often they were asked for. */
  postponed: z.array(z.object({ uid: z.int(), tries: z.int() })),
})
type Position = z.output<typeof Position>

/** Emails that arrived earlier before the first run are not read: what they lead to is gone. */
const lookBackMs = 7 * dayMs
/** An email that the server doesn't hand out so often is left in the mailbox, and listed as skipped. */
const triesMax = 12
const postponedMax = 50
/** In bytes; of a larger email, only the beginning is read. */
const mailBytesMax = 25 * 1024 * 1024
const port = { tls: 993, starttls: 143, none: 143 } as const

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)

/**
 * Reads the address of a mail server, `imaps://host:port/folder` or `imap:` for STARTTLS. Only a server on this machine may do without
 * encryption.
 *
 * @returns null if it is none
 */
export function mailServerOf(address: string): Omit<MailboxPlace, 'user'> | null {
  const url = URL.parse(address.replace(/^imap/i, 'http'))
  if (!url || !/^imaps?:\/\//i.test(address) || url.username || url.password || url.search || url.hash) return null
  const security = /^imaps:/i.test(address) ? 'tls' : isLoopback(url.hostname) ? 'none' : 'starttls'
  // The parser leaves out the ports of http and https.
  const [, written] = /^imaps?:\/\/[^/]*:(\d{1,5})(?:\/|$)/i.exec(address) ?? []
  let folder: string
  try {
    folder = decodeURIComponent(url.pathname.slice(1))
  } catch {
    // A wrong escape: the address is not valid.
    return null
  }
  return {
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: written === undefined ? port[security] : Number(written),
    security,
    folder: folder || 'INBOX',
  }
}

/** @throws ConnectorError if no access token is issued */
async function accountOf(access: Access): Promise<MailboxAccount> {
  const {
    mailServer = '',
    user = '',
    password,
    tokenUrl,
    clientId,
    clientSecret,
    scope,
    refreshToken,
  } = access.credentials
  const server = mailServerOf(mailServer)
  if (!server) throw new ConnectorError('ADDRESS_INVALID', {})
  const place = { ...server, user }
  if (tokenUrl === undefined) return { ...place, password: password ?? '' }
  const client = {
    tokenUrl,
    clientId: clientId ?? '',
    clientSecret: clientSecret ?? '',
    scope: scope ?? '',
    refreshToken: refreshToken ?? null,
  }
  const token = await requestToken(client, optionsOf(access))
  if (token.refreshToken !== null) await access.replace?.({ refreshToken: token.refreshToken })
  return { ...place, accessToken: token.value }
}

const optionsOf = ({ allowAddress, lookup, signal }: Access) => ({
  ...(allowAddress ? { allowAddress } : {}),
  ...(lookup ? { lookup } : {}),
  ...(signal ? { signal } : {}),
})

/** The mailbox that customers and staff of a company forward phishing to. Nothing in it is changed. */
export const abuseMailbox: Connector = {
  isMailbox: true,
  base: '',
  everyMs: 5 * minuteMs,
  spacingMs: secondMs,
  quota: null,
  api: {
    calls: ['IMAP FETCH'],
    documentation: 'https://www.rfc-editor.org/rfc/rfc9051',
    permission:
      '`password`, or for OAuth 2.0 `tokenUrl`, `clientId`, `clientSecret` and, as the server wants, `scope` and `refreshToken` ([inbound mail](inbound-mail.md))',
    checked: '2026-11-25',
    unconfirmed: '',
  },
  async check(access) {
    await access.before()
    const account = await accountOf(access)
    const { client } = await openMailbox(account, mailBytesMax, optionsOf(access))
    try {
      const { exists = 0 } = client.mailbox || {}
      return `${account.folder}: ${exists} EXISTS`
    } finally {
      client.close()
    }
  },
  async *collect(access, _search, cursor) {
    await access.before()
    const account = await accountOf(access)
    yield* mailsIn(access, account, positionIn(account, cursor))
  },
}

/** The emails that are new, each with the position after it. */
async function* mailsIn(
  access: Access,
  account: MailboxAccount,
  start: Position,
): AsyncGenerator<Batch, void, undefined> {
  let position = start
  const batchAt = (next: Position, more: Partial<Batch> = {}): Batch => {
    position = next
    return { observations: [], skipped: [], ...more, cursor: JSON.stringify(next) }
  }
  const from = { ...start, postponed: start.postponed.map(({ uid }) => uid) }
  const options = {
    ...optionsOf(access),
    since: new Date(start.since),
    signal: access.signal ?? new AbortController().signal,
    mailBytesMax,
  }
  try {
    for await (const event of followMailbox(account, from, options)) {
      if (event.kind === 'caughtUp') break
      if (event.kind === 'opened') {
        const { uidValidity } = event
        if (uidValidity !== position.uidValidity) yield batchAt({ ...position, uidValidity, lastUid: 0, postponed: [] })
      } else if (event.kind === 'refused') yield postponed(event.uid)
      else if (event.kind === 'gone') yield batchAt(after(position, event.uid))
      else yield await readMail(event)
    }
    // Also for a mailbox in which nothing is new.
    yield batchAt(position)
  } catch (error) {
    // The next emails come first; this one is tried again later.
    if (error instanceof MailFetchError && !access.signal?.aborted) yield postponed(error.uid)
    throw error
  }

  async function readMail({ uid, bytes }: { uid: number; bytes: Buffer }): Promise<Batch> {
    const next = after(position, uid)
    const report = bytes.length === 0 ? null : await access.readMail?.(bytes)
    if (!report) return batchAt(next, { skipped: [{ at: `UID ${uid}`, field: 'MIME' }] })
    return batchAt(next, report)
  }

  function postponed(uid: number): Batch {
    const tries = (position.postponed.find((one) => one.uid === uid)?.tries ?? 0) + 1
    const next = after(position, uid)
    if (tries >= triesMax) return batchAt(next, { skipped: [{ at: `UID ${uid}`, field: 'FETCH' }] })
    return batchAt({ ...next, postponed: [...next.postponed, { uid, tries }].slice(-postponedMax) })
  }
}

const after = (position: Position, uid: number): Position => ({
  ...position,
  lastUid: Math.max(position.lastUid, uid),
  postponed: position.postponed.filter((one) => one.uid !== uid),
})

/** Another account has other numbers. */
function positionIn({ host, port: at, user, folder }: MailboxPlace, cursor: string | null): Position {
  const of = createHash('sha256').update([host, at, user, folder].join('\n')).digest('base64url').slice(0, 16)
  const read = z.safeParse(Position, cursor === null ? null : jsonIn(Buffer.from(cursor)))
  if (read.success && read.data.of === of) return read.data
  return { of, since: new Date(Date.now() - lookBackMs).toISOString(), uidValidity: null, lastUid: 0, postponed: [] }
}
