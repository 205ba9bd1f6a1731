import type { Readable } from 'node:stream'
import { ConnectorError, newFeedReport, readFeed, readNewNames, type FeedReport } from '@signet/connectors'
import { required } from '@signet/contract/narrow'
import { compileAssets, matchBatch } from '@signet/detection'
import type { Finding } from '@signet/contract/threats/findings'
import type { Words } from '@signet/contract/wire'
import { brandsToWatch } from '../../companies/watched-brands.queries.ts'
import type { Enqueue } from '../../../app/jobs.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { messageOf, wordsOf } from '../../../errors/sentences.ts'
import { threatOfFinding } from '../../threats/found/finding-threat.ts'
import { putThreats, type SightedThreat } from '../intake.queries.ts'
import { loadNameRules, withNamesOfRules } from '../rules/names-by-rules.ts'
import { Turns } from '../turns.ts'
import { countFound, endScan, setCounts, putRunning, type ScanProgress } from './scans.queries.ts'
import { WaitingFindings } from './waiting-findings.ts'
import { lookUpNew } from '../../threats/found/look-up-new.ts'
import { activeCompanies } from '../../../db/company-keys.queries.ts'

export interface ScanInput {
  scanId: string
  /** A file, `-`, an http(s) address or `bundled`. */
  feed: string
  /** An earlier version of the feed: only names that aren't in it are checked. */
  since?: string | undefined
  /** Only this company; every active one if left out. */
  companyId?: number | undefined
}

/** Companies whose findings are stored at the same time. */
const storedAtOnce = 2

export type ScanResult = ScanProgress & { skips: FeedReport['skips'] }

export interface ScanParts {
  database: Database
  feedAllow: readonly string[]
  stdin?: Readable | undefined
  onProgress?: ((progress: ScanProgress) => void) | undefined
  signal?: AbortSignal | undefined
  /** Queues look-ups of the findings; left out if look-ups are disabled. */
  enqueue?: Enqueue | undefined
}

/**
 * Runs the detector on a feed and stores the findings, those of several batches together, in one transaction per company. A repeated run
 * with the same `scanId`, even after a crash, results in the same set of threats and sightings.
 *
 * @throws ConnectorError if the feed can't be read; what was stored until then remains
 */
export async function scanFeed(parts: ScanParts, scan: ScanInput): Promise<ScanResult> {
  const { database } = parts
  const companyIds =
    scan.companyId === undefined ? (await activeCompanies(database)).map(({ id }) => id) : [scan.companyId]
  const { brands, nameRules } = await database.inCompanies(companyIds, async (tx) => ({
    brands: companyIds.length === 0 ? [] : await brandsToWatch(tx, companyIds),
    nameRules: await loadNameRules(tx, companyIds),
  }))
  const brandOf = new Map(brands.map((brand) => [brand.id, brand]))
  // Compiled once for all companies; official domains suppress matches only for their own company.
  const index = compileAssets(brands.map((brand) => ({ ...brand, owner: String(brand.company_id) })))

  const report = newFeedReport()
  const progress: ScanProgress = { namesRead: 0, namesSkipped: 0, threatsAdded: 0, threatsSeenAgain: 0 }
  const waiting = new WaitingFindings()
  const turns = new Turns(storedAtOnce)
  let stored: Promise<PromiseSettledResult<void>[]> = Promise.resolve([])
  /** Stores what waits while the feed is read on, once everything before is stored. */
  const storeWaiting = async () => {
    const failed = (await stored).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    const seenAt = new Date()
    stored = Promise.allSettled(
      waiting.take().map(([companyId, found]) =>
        turns.take(async () => {
          const { added, seenAgain } = await database.inCompanies([companyId], (tx) =>
            keepFound(tx, parts.enqueue, companyId, scan.scanId, seenAt, found),
          )
          progress.threatsAdded += added
          progress.threatsSeenAgain += seenAgain
        }),
      ),
    )
  }
  await openScan(database, scan)
  try {
    const options = {
      report,
      allowAddress: parts.feedAllow,
      ...(parts.stdin ? { stdin: parts.stdin } : {}),
      ...(parts.signal ? { signal: parts.signal } : {}),
    }
    let batch = 0
    const { feed, since } = scan
    const batches = since === undefined ? readFeed(feed, options) : readNewNames(feed, since, options)
    for await (const observations of batches) {
      batch += 1
      parts.signal?.throwIfAborted()
      const findings = matchBatch(index, observations)
      const all = withNamesOfRules(byCompany(findings, brandOf), observations, nameRules, { index, brandOf })
      waiting.add(all, batch)
      if (waiting.isFull) await storeWaiting()
      progress.namesRead = report.accepted
      progress.namesSkipped = report.skipped
      await keepProgress(database, scan.scanId, progress)
      parts.onProgress?.(progress)
    }
    await storeWaiting()
    // Nothing waits any more: this is until everything is stored.
    await storeWaiting()
  } catch (error) {
    await stored
    const counts = { ...progress, namesRead: report.accepted, namesSkipped: report.skipped }
    await finishScan(database, scan.scanId, 'failed', error, counts)
    throw error
  }
  const result = { ...progress, namesRead: report.accepted, namesSkipped: report.skipped }
  await finishScan(database, scan.scanId, 'done', null, result)
  return { ...result, skips: report.skips }
}

/** A brand with the fields used for matching. */
export type WatchedBrand = Awaited<ReturnType<typeof brandsToWatch>>[number]

/** Findings by company, with the best verdict of each identity: one name that imitates two brands of a company is one threat. */
export function byCompany(
  findings: readonly Finding[],
  brandOf: ReadonlyMap<string, WatchedBrand>,
): Map<number, SightedThreat[]> {
  const best = new Map<number, Map<string, Finding>>()
  for (const finding of findings) {
    const brand = brandOf.get(finding.brandId)
    if (!brand) continue
    const own = best.get(brand.company_id) ?? new Map<string, Finding>()
    best.set(brand.company_id, own)
    const key = `${finding.source}\n${finding.identity}`
    const other = own.get(key)
    if (!other || finding.score > other.score) own.set(key, finding)
  }
  return new Map(
    [...best].map(([companyId, own]) => [
      companyId,
      [...own.values()].map((finding) => ({
        threat: threatOfFinding(finding, required(brandOf.get(finding.brandId), 'a brand')),
        feed: finding.observation.feed,
        line: finding.observation.line,
        text: finding.observation.name,
      })),
    ]),
  )
}

/** Stores the findings of a company, and counts them if the scan was started for this company. */
export async function keepFound(
  tx: Tx,
  enqueue: Enqueue | undefined,
  companyId: number,
  scanId: string,
  seenAt: Date,
  found: readonly SightedThreat[],
) {
  const counts = await putThreats(tx, companyId, scanId, seenAt, found)
  if (enqueue && counts.added > 0) {
    const ids = found.map(({ threat }) => threat.id)
    await lookUpNew(tx, enqueue, companyId, ids)
  }
  await countFound(tx, companyId, scanId, counts)
  return counts
}

/** Stores the progress of a running scan for its viewers. */
async function keepProgress(database: Database, scanId: string, progress: ScanProgress): Promise<void> {
  await database.inCompanies([], (tx) => setCounts(tx, scanId, progress))
}

/** An address may contain a key in its query; only the part without it is stored. */
export function feedLabel(location: string): string {
  if (!/^https?:\/\//i.test(location) || !URL.canParse(location)) return location
  const { origin, pathname } = new URL(location)
  return origin + pathname
}

/** Records that a scan is running, also if it ran before. */
export async function openScan(
  database: Database,
  { scanId, feed }: Pick<ScanInput, 'scanId' | 'feed'>,
): Promise<void> {
  await database.inCompanies([], (tx) => putRunning(tx, scanId, feedLabel(feed)))
}

/** Why reading failed, in the words that are stored. */
export const failureOf = (error: unknown): Words =>
  wordsOf(error instanceof ConnectorError ? error : messageOf('UNEXPECTED_ERROR', {}))

/** Records the result of a scan, and the counts unless they were stored step by step. */
export async function finishScan(
  database: Database,
  scanId: string,
  state: 'done' | 'failed',
  error: unknown,
  progress?: ScanProgress,
): Promise<void> {
  const failure = error ? failureOf(error) : null
  await database.inCompanies([], (tx) => endScan(tx, scanId, state, failure, progress))
}
