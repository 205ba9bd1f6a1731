import {
  ConnectorError,
  followMailbox,
  MailFetchError,
  type FollowMailboxOptions,
  type MailboxEvent,
} from '@signet/connectors'
import { dayMs, hourMs } from '@signet/contract/time'
import type { JobParts } from '../../app/jobs.ts'
import type { PostponedMail } from '../../db/columns.ts'
import { pause } from '../../db/pause.ts'
import { keepMail, NotOursError } from './keep-mail.ts'
import { MailboxToken } from './mailbox-token.ts'
import {
  accountOf,
  mailboxOf,
  moveMailbox,
  progressOf,
  recordState,
  type MailboxProgress,
} from './mailboxes.queries.ts'

export type ReadParts = Pick<JobParts, 'database' | 'files' | 'secrets' | 'enqueue' | 'feedAllow' | 'log'> & {
  /** For tests. */
  reading?: Pick<FollowMailboxOptions, 'mailBytesMax' | 'pollMs' | 'timeoutMs'> & { retryFirstMs?: number }
}

/** Delay before a mailbox that failed is read again; it doubles each time, up to the maximum. */
const retryFirstMsDefault = 5_000
const retryMaxMs = 300_000
/** How often, and for how long, an email that can't be read is tried again. */
const tryAgainMs = hourMs
const tryForMs = dayMs

/** Reads the mailbox of a company until stopped, and connects again if the connection breaks. Failures are recorded, not thrown. */
export async function followOne(parts: ReadParts, companyId: number, signal: AbortSignal): Promise<void> {
  let failures = 0
  const token = new MailboxToken()
  while (!signal.aborted) {
    try {
      await readUntilBroken(parts, companyId, token, signal, () => {
        failures = 0
      })
      return
    } catch (error) {
      if (signal.aborted || error instanceof NotOursError) return
      // A server can withdraw a token before it expires.
      if (error instanceof ConnectorError && error.reason === 'MAILBOX_TOKEN_REFUSED' && token.forget()) continue
      // An error of our own or of the database must not stop reading.
      if (!(error instanceof ConnectorError)) parts.log.error({ companyId, err: error }, 'reading a mailbox failed')
      const waitMs = await recordFailure(parts, companyId, error, failures)
      failures += 1
      await pause(waitMs, signal)
    }
  }
}

async function recordFailure(parts: ReadParts, companyId: number, error: unknown, failures: number): Promise<number> {
  const { retryFirstMs = retryFirstMsDefault } = parts.reading ?? {}
  // A server blocks an account or an address that is refused too often.
  const isRefused = error instanceof ConnectorError && error.kind === 'unauthorised'
  const waitMs = isRefused ? retryMaxMs : Math.min(retryFirstMs * 2 ** failures, retryMaxMs)
  if (!(error instanceof ConnectorError)) return waitMs
  const retryAt = error.retryAt ?? new Date(Date.now() + waitMs)
  try {
    await parts.database.inCompanies([companyId], async (tx) => {
      const row = await mailboxOf(tx, companyId)
      if (row) await recordState(tx, progressOf(row), { problem: error, retryAt })
    })
  } catch (cause) {
    // The database is away; the next failure is recorded again.
    parts.log.warn({ companyId, err: cause }, 'the state of a mailbox cannot be recorded')
  }
  return Math.max(0, retryAt.getTime() - Date.now())
}

/** One connection. @throws ConnectorError if it breaks, NotOursError if somebody else changed the mailbox */
async function readUntilBroken(
  parts: ReadParts,
  companyId: number,
  token: MailboxToken,
  signal: AbortSignal,
  onCaughtUp: () => void,
): Promise<void> {
  const opened = await parts.database.inCompanies([companyId], async (tx) => {
    const row = await mailboxOf(tx, companyId)
    return row && { row, found: await accountOf(tx, parts.secrets, row) }
  })
  if (!opened) return
  const { row, found } = opened
  const account =
    'password' in found ? found : { ...found, accessToken: await token.get(parts, row, found.client, signal) }
  let progress = progressOf(row)
  const dueBefore = Date.now() - tryAgainMs
  const due = progress.postponed.filter(({ triedAt }) => Date.parse(triedAt) <= dueBefore).map(({ uid }) => uid)
  const position = { ...progress, postponed: due }
  const options = { ...parts.reading, since: row.read_since, allowAddress: parts.feedAllow, signal }
  try {
    for await (const event of followMailbox(account, position, options)) {
      if (event.kind === 'caughtUp') {
        await parts.database.inCompanies([companyId], (tx) => recordState(tx, progress, { checkedAt: new Date() }))
        onCaughtUp()
      } else progress = await handle(parts, row.host, progress, event)
    }
  } catch (error) {
    // The next emails come first; this one is tried again later.
    if (error instanceof MailFetchError && !signal.aborted) await move(parts, progress, postponed(progress, error.uid))
    throw error
  }
}

type Position = Pick<MailboxProgress, 'uidValidity' | 'lastUid' | 'postponed'>

async function handle(
  parts: ReadParts,
  host: string,
  progress: MailboxProgress,
  event: Exclude<MailboxEvent, { kind: 'caughtUp' }>,
): Promise<MailboxProgress> {
  if (event.kind === 'opened') {
    const { uidValidity } = event
    return uidValidity === progress.uidValidity
      ? progress
      : move(parts, progress, { uidValidity, lastUid: 0, postponed: [] })
  }
  if (event.kind === 'refused') {
    parts.log.warn({ host, uid: event.uid }, 'a mail server does not hand out an email')
    return move(parts, progress, postponed(progress, event.uid))
  }
  const next = read(progress, event.uid)
  if (event.kind === 'gone') return move(parts, progress, next)
  await keepMail(parts, progress, next, event)
  return { ...progress, ...next }
}

async function move(
  parts: ReadParts,
  from: MailboxProgress,
  to: Position & { unreadable?: number },
): Promise<MailboxProgress> {
  const { unreadable = 0, ...position } = to
  const isMoved = await parts.database.inCompanies([from.companyId], (tx) =>
    moveMailbox(tx, from, position, { unreadable }),
  )
  if (!isMoved) throw new NotOursError()
  return { ...from, ...position }
}

/** The position after an email that was read or is gone. */
const read = ({ uidValidity, lastUid, postponed: waiting }: MailboxProgress, uid: number): Position => ({
  uidValidity,
  lastUid: Math.max(lastUid, uid),
  postponed: waiting.filter((one) => one.uid !== uid),
})

/** The position after an email that could not be read. */
function postponed(progress: MailboxProgress, uid: number): Position & { unreadable: number } {
  const now = new Date().toISOString()
  const since = progress.postponed.find((one) => one.uid === uid)?.since ?? now
  const next = read(progress, uid)
  const isOver = Date.now() - Date.parse(since) >= tryForMs
  const again: PostponedMail[] = isOver ? [] : [{ uid, since, triedAt: now }]
  return { ...next, postponed: [...next.postponed, ...again], unreadable: isOver ? 1 : 0 }
}
