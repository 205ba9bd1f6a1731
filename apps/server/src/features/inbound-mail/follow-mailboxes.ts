import { ConnectorError } from '@signet/connectors'
import { activeCompanies } from '../../db/company-keys.queries.ts'
import { holdLock } from '../../db/hold-lock.ts'
import { pause } from '../../db/pause.ts'
import { followOne, type ReadParts } from './follow-one.ts'
import { mailboxesOf, progressOf, recordState, type MailboxRow } from './mailboxes.queries.ts'

/** How often changed settings are looked for, in ms. */
const lookAgainMs = 3_000

/**
 * Reads all mailboxes of the installation for a time, each over one connection. Only one process of an installation does so; in others it
 * returns at once.
 *
 * @param forMs how long to continue, in ms
 * @returns whether it read mailboxes, so that another run should continue
 */
export async function followMailboxes(parts: ReadParts, signal: AbortSignal, forMs: number): Promise<boolean> {
  if ((await allMailboxes(parts)).length === 0) return false
  const hasFollowed = await holdLock(parts.database, 'mailboxes', signal, async () => {
    const end = new AbortController()
    const timer = setTimeout(() => end.abort(), forMs)
    try {
      await followAll(parts, AbortSignal.any([signal, end.signal]))
    } finally {
      clearTimeout(timer)
    }
    return true
  })
  return hasFollowed ?? false
}

async function allMailboxes({ database }: ReadParts): Promise<MailboxRow[]> {
  const companyIds = (await activeCompanies(database)).map(({ id }) => id)
  return database.inCompanies(companyIds, (tx) => mailboxesOf(tx, companyIds))
}

/** Whether the same folder is read for another company, the one that set it first. */
const isTaken = (row: MailboxRow, all: readonly MailboxRow[]) =>
  all.some(
    (one) =>
      one.id !== row.id &&
      one.host === row.host &&
      one.port === row.port &&
      one.user_name === row.user_name &&
      one.folder === row.folder &&
      (one.read_since < row.read_since || (one.read_since.getTime() === row.read_since.getTime() && one.id < row.id)),
  )

async function recordTaken({ database }: ReadParts, row: MailboxRow): Promise<void> {
  if (row.problem) return
  const problem = new ConnectorError('MAILBOX_TAKEN', {})
  await database.inCompanies([row.company_id], (tx) => recordState(tx, progressOf(row), { problem, retryAt: null }))
}

/** A reader keeps the account that it began with. */
const keyOf = ({ id, version }: MailboxRow) => `${id} ${version}`

/** Follows each mailbox until its settings change. */
async function followAll(parts: ReadParts, over: AbortSignal): Promise<void> {
  const running = new Map<string, { stop: AbortController; ended: Promise<void> }>()
  while (!over.aborted) {
    const rows = await allMailboxes(parts)
    const wanted = new Set(rows.filter((one) => !isTaken(one, rows)).map(keyOf))
    for (const [key, { stop, ended }] of running) {
      if (wanted.has(key)) continue
      stop.abort()
      await ended
      running.delete(key)
    }
    for (const row of rows.filter((one) => !isTaken(one, rows))) {
      if (running.has(keyOf(row))) continue
      const stop = new AbortController()
      const ended = followOne(parts, row.company_id, AbortSignal.any([over, stop.signal]))
      running.set(keyOf(row), { stop, ended })
    }
    for (const row of rows.filter((one) => isTaken(one, rows))) await recordTaken(parts, row)
    await pause(lookAgainMs, over)
  }
  await Promise.all([...running.values()].map(({ ended }) => ended))
}
