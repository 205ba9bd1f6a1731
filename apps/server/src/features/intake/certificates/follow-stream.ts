import type { NameObservation } from '@signet/contract/threats/findings'
import { ConnectorError, readCertstream, SeenCertificates, type StreamBatch } from '@signet/connectors'
import type { Enqueue } from '../../../app/jobs.ts'
import type { Database } from '../../../db/database.ts'
import { pause } from '../../../db/pause.ts'
import type { Logger } from '../../../log.ts'
import { ctLogState, setFailure, setStreamed, type ListedLog } from './ct-logs.queries.ts'
import { recordOwnNames } from '../own-hosts/own-names.ts'
import { upsertFound } from './ct-reader.ts'
import { failureOf, feedLabel } from '../scans/scan-feed.ts'
import type { WatchedBrands } from '../brands/watched-brands.ts'

export interface StreamParts {
  database: Database
  brands: WatchedBrands
  allow: readonly string[]
  log: Logger
  signal: AbortSignal
  /** Set if new threats are looked up. */
  enqueue: Enqueue | undefined
}

/** Delay before reconnecting to a failed stream; it doubles each time, up to the maximum. */
const retryFirstMs = 1_000
const retryMaxMs = 60_000

/** A stream as an entry of the list of logs; its address may contain a key in its query, which isn't stored. */
export function listedStream(address: string): ListedLog {
  // The label function supports only http addresses, so the scheme is replaced and restored.
  const url = feedLabel(address.replace(/^ws/i, 'http')).replace(/^http/, 'ws')
  const { host } = new URL(url)
  return { logId: url, operator: host, description: `certstream ${host}`, url, kind: 'certstream', isReadable: true }
}

/**
 * Reads a certstream server until stopped, and reconnects if the connection breaks or becomes silent. Certificates sent in the meantime are
 * missed; following the logs misses none.
 */
export async function followStream(parts: StreamParts, address: string): Promise<void> {
  const { database, allow, log, signal } = parts
  const { logId, description } = listedStream(address)
  const { id } = await database.inCompanies([], (tx) => ctLogState(tx, logId))
  const seen = new SeenCertificates()
  let failures = 0
  while (!signal.aborted) {
    try {
      for await (const batch of readCertstream(address, { allowAddress: allow, signal })) {
        await keepBatch(parts, { id, description }, seen, batch)
        failures = 0
      }
    } catch (error) {
      if (signal.aborted) return
      // An error of our own or of the database must not stop the stream.
      if (!(error instanceof ConnectorError)) log.error({ err: error }, 'listening to a stream of certificates failed')
      const retryAt = new Date(Date.now() + Math.min(retryFirstMs * 2 ** failures, retryMaxMs))
      failures += 1
      await database
        .inCompanies([], (tx) => setFailure(tx, id, { error: failureOf(error), retryAt, isStopped: false }))
        .catch((cause: unknown) => log.error({ err: cause }, 'a failure could not be written down'))
      await pause(Math.max(0, retryAt.getTime() - Date.now()), signal)
    }
  }
}

async function keepBatch(
  { database, brands, enqueue }: StreamParts,
  stream: { id: string; description: string },
  seen: SeenCertificates,
  { certificates, lost }: StreamBatch,
): Promise<void> {
  await brands.refresh()
  const fresh = certificates.filter(({ identity }) => identity === null || !seen.has(identity))
  const observations = fresh.flatMap(({ names, index }) =>
    names.map((name): NameObservation => ({ name, feed: stream.description, line: index ?? 0 })),
  )
  const found = brands.match(observations)
  const own = brands.ownNames(observations)
  await database.inCompanies([...new Set([...found.map(([companyId]) => companyId), ...own.keys()])], async (tx) => {
    await recordOwnNames(tx, own)
    const threatsAdded = await upsertFound(tx, stream.id, found, enqueue)
    const counts = { entries: certificates.length, names: observations.length, threatsAdded, gap: 0, entryAt: null }
    await setStreamed(tx, stream.id, { ...counts, unreadable: lost })
  })
  brands.rememberOwnNames(own)
  for (const { identity } of fresh) if (identity !== null) seen.add(identity)
}
