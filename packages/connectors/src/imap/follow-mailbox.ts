import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import { isRecord } from '@signet/contract/narrow'
import { inboundMailBytesMax } from '@signet/contract/takedowns/replies'
import { ConnectorError } from '../connector-error.ts'
import { mailboxError, openMailbox, type MailboxAccount, type MailboxOptions } from './mailbox.ts'

/** How far a folder was read. */
export interface MailboxPosition {
  /** The server's name for the numbering of the folder (RFC 9051, section 2.3.1.1); null before the first reading. */
  uidValidity: number | null
  /** The highest number that was read; 0 before the first. */
  lastUid: number
  /** Emails before it that could not be read and are tried again, once per connection. */
  postponed: readonly number[]
}

/** Something that a mailbox returned. */
export type MailboxEvent =
  /** The folder is open. If `uidValidity` isn't that of the position, its numbers mean nothing any more and reading starts again. */
  | { kind: 'opened'; uidValidity: number }
  /** @property isCut whether it is larger than the limit, so that `bytes` is only its beginning */
  | { kind: 'mail'; uid: number; bytes: Buffer; isCut: boolean }
  /** The server has the email and refuses to hand it out. */
  | { kind: 'refused'; uid: number }
  /** It was deleted in the meantime. */
  | { kind: 'gone'; uid: number }
  /** Everything was read; the next event comes with the next email. */
  | { kind: 'caughtUp' }

/** The connection failed while an email was fetched. */
export class MailFetchError extends ConnectorError {
  readonly uid: number

  constructor(uid: number, { reason, parameters, retryAt }: ConnectorError, cause: unknown) {
    super(reason, parameters, { retryAt, cause })
    this.uid = uid
  }
}

/** How a mailbox is followed. */
export interface FollowMailboxOptions extends MailboxOptions {
  /** Emails that arrived at the server on an earlier day are left out. */
  since: Date
  signal: AbortSignal
  /** In bytes; of larger emails, only the beginning is read. */
  mailBytesMax?: number
  /** How often a server that doesn't announce new emails is polled, in ms. */
  pollMs?: number
}

const pollMsDefault = 60_000
/** Numbers that are handled before the server is asked again. */
const batchMax = 500

/**
 * Reads a folder email by email, in the order of their numbers, until it is stopped. It never changes the folder. The server announces new
 * emails (IDLE, RFC 2177); it is also asked from time to time, in case it can't or doesn't.
 *
 * The consumer stores each email and the position together before it takes the next one, so a reader that is killed continues there.
 *
 * @throws ConnectorError if the connection can't be opened or breaks; `MailFetchError` if that happens while an email is fetched
 */
export async function* followMailbox(
  account: MailboxAccount,
  position: MailboxPosition,
  options: FollowMailboxOptions,
): AsyncGenerator<MailboxEvent, void, void> {
  const { since, signal, mailBytesMax = inboundMailBytesMax, pollMs = pollMsDefault } = options
  if (signal.aborted) return
  const { client, uidValidity } = await openMailbox(account, mailBytesMax, options)
  const arrivals = announced(client)
  const stop = () => client.close()
  signal.addEventListener('abort', stop)
  try {
    yield { kind: 'opened', uidValidity }
    const isKnown = uidValidity === position.uidValidity
    let after = isKnown ? position.lastUid : 0
    let postponed = isKnown ? position.postponed : []
    while (!signal.aborted) {
      const uids = await newUids(client, after, since)
      for (const uid of uids) {
        yield await fetched(client, account, uid, mailBytesMax)
        after = uid
      }
      if (uids.length === batchMax) continue
      for (const uid of postponed) yield await fetched(client, account, uid, mailBytesMax)
      postponed = []
      yield { kind: 'caughtUp' }
      await arrivals.next(pollMs, signal)
    }
  } catch (error) {
    if (!signal.aborted) throw mailboxError(account, error)
  } finally {
    signal.removeEventListener('abort', stop)
    client.close()
  }
}

/** @throws an error of the client */
async function newUids(client: ImapFlow, after: number, since: Date): Promise<number[]> {
  const found = await client.search({ uid: `${after + 1}:*`, since }, { uid: true })
  if (!Array.isArray(found)) throw new Error('the server refuses to search')
  // `n:*` includes the last email even if its number is lower than n (RFC 9051, section 6.4.8).
  return found
    .filter((uid) => uid > after)
    .toSorted((a, b) => a - b)
    .slice(0, batchMax)
}

async function fetched(
  client: ImapFlow,
  account: MailboxAccount,
  uid: number,
  mailBytesMax: number,
): Promise<Extract<MailboxEvent, { uid: number }>> {
  try {
    const source = { start: 0, maxLength: mailBytesMax }
    const mail = await client.fetchOne(String(uid), { uid: true, size: true, source }, { uid: true })
    if (mail && mail.uid === uid && mail.source) {
      // A server may ignore which part it was asked for.
      const bytes = mail.source.subarray(0, mailBytesMax)
      return { kind: 'mail', uid, bytes, isCut: Math.max(mail.size ?? 0, mail.source.length) > mailBytesMax }
    }
    if (!client.usable) throw new Error('the connection was lost')
    const still = await client.search({ uid: String(uid) }, { uid: true })
    return { kind: Array.isArray(still) && still.length === 0 ? 'gone' : 'refused', uid }
  } catch (error) {
    if (client.usable && isRefusal(error)) return { kind: 'refused', uid }
    throw new MailFetchError(uid, mailboxError(account, error), error)
  }
}

/** Whether the server answered that it doesn't do what was asked, and not only that it should be asked later. */
function isRefusal(error: unknown): boolean {
  if (!isRecord(error)) return false
  const { responseStatus, throttleReset } = error
  return throttleReset === undefined && (responseStatus === 'NO' || responseStatus === 'BAD')
}

/** What the server announces between commands. */
function announced(client: ImapFlow) {
  let hasNew = false
  client.on('exists', () => {
    hasNew = true
  })
  return {
    /** Waits until an email was announced since the last call, the time is up or the connection is lost. */
    async next(pollMs: number, signal: AbortSignal): Promise<void> {
      if (!hasNew && !signal.aborted && client.usable) {
        const over = new AbortController()
        const until = { signal: over.signal }
        // A failure ends the connection, which is noticed below.
        client.idle().catch(() => {})
        const first = [once(client, 'exists', until), once(client, 'close', until), sleep(pollMs, null, until)]
        // An error of the client ends the connection, too.
        await Promise.race(first).catch(() => {})
        over.abort()
      }
      hasNew = false
      if (!client.usable && !signal.aborted) throw new Error('the connection was lost')
    },
  }
}
