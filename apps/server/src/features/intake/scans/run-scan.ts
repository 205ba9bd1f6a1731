import { ConnectorError } from '@signet/connectors'
import { stagesOfFeed, type ScanStageName } from '@signet/contract/collection/scans'
import { compileAssets, matchBatch } from '@signet/detection'
import { brandsToWatch } from '../../companies/watched-brands.queries.ts'
import type { Tx } from '../../../db/database.ts'
import { readRecentCertificates } from '../certificates/recent-certificates.ts'
import { permutationCount, resolvedPermutations } from './resolved-permutations.ts'
import { byCompany, failureOf, finishScan, keepFound, openScan, scanFeed, type ScanInput } from './scan-feed.ts'
import { loadNameRules } from '../rules/names-by-rules.ts'
import { addStages, advanceStage, closeStage, setTotal, openStage } from './scan-stages.queries.ts'
import { TakenOverError, type RunScanParts, type StageEnd, type StageWork } from '../stage-work.ts'

const works: Record<ScanStageName, (parts: RunScanParts, work: StageWork) => Promise<StageEnd>> = {
  permutations: lookUpPermutations,
  certificates: readRecentCertificates,
}

/**
 * Runs a requested scan: a feed is read through the detector, a scan with stages runs them in order. If a stage fails, the others still
 * run; a repeated scan continues each stage where it stopped.
 *
 * @throws ConnectorError if the feed can't be read or a stage failed; what was stored until then remains
 */
export async function runScan(parts: RunScanParts, scan: ScanInput): Promise<void> {
  const stages = scan.companyId === undefined ? undefined : stagesOfFeed[scan.feed]
  if (scan.companyId === undefined || !stages) {
    await scanFeed(parts, scan)
    return
  }
  const { database } = parts
  const { scanId, companyId } = scan
  await openScan(database, scan)
  const { brands, nameRules } = await database.inCompanies([companyId], async (tx) => {
    await addStages(tx, companyId, scanId, stages)
    return { brands: await brandsToWatch(tx, [companyId]), nameRules: await loadNameRules(tx, [companyId]) }
  })
  let failure: unknown = null
  const skipped: ConnectorError[] = []
  for (const stage of stages) {
    try {
      const end = await runStage(parts, { companyId, scanId, stage, brands, nameRules })
      if (end?.state === 'skipped') skipped.push(end.note)
    } catch (error) {
      // A process that is stopped leaves the stage unchanged for the next one.
      if (parts.signal?.aborted || error instanceof TakenOverError) throw error
      failure ??= error
    }
  }
  // A skipped stage found nothing, which doesn't mean that there is nothing to find.
  if (skipped.length === stages.length) failure = skipped[0]
  await finishScan(database, scanId, failure ? 'failed' : 'done', failure)
  if (failure) throw failure
}

/** @returns null if the stage was already completed */
async function runStage(parts: RunScanParts, work: Omit<StageWork, 'done'>): Promise<StageEnd | null> {
  const { database, signal } = parts
  const inCompany = <T>(run: (tx: Tx) => Promise<T>) => database.inCompanies([work.companyId], run)
  const opened = await inCompany((tx) => openStage(tx, work))
  if (!opened) return null
  try {
    const end = await works[work.stage](parts, { ...work, ...opened })
    await inCompany((tx) => closeStage(tx, work, end.state, end.note))
    return end
  } catch (error) {
    if (!signal?.aborted && !(error instanceof TakenOverError)) {
      await inCompany((tx) => closeStage(tx, work, 'failed', failureOf(error)))
    }
    throw error
  }
}

/** Looks up the likeliest look-alikes of the official domains and stores those that resolve. */
async function lookUpPermutations(parts: RunScanParts, work: StageWork): Promise<StageEnd> {
  const { database, lookUps, signal, enqueue } = parts
  const { companyId, scanId, brands } = work
  if (!lookUps) return { state: 'skipped', note: new ConnectorError('OBSERVATIONS_OFF', {}) }
  const official = brands.flatMap((brand) => brand.official)
  const brandOf = new Map(brands.map((brand) => [brand.id, brand]))
  const index = compileAssets(brands.map((brand) => ({ ...brand, owner: String(companyId) })))
  await database.inCompanies([companyId], (tx) => setTotal(tx, work, permutationCount(official)))
  let { done } = work
  for await (const names of resolvedPermutations(official, { dnsServers: lookUps.dnsServers, from: done, signal })) {
    const { count, unanswered } = names
    const found = byCompany(matchBatch(index, names.found), brandOf).get(companyId) ?? []
    await database.inCompanies([companyId], async (tx) => {
      const { added } = await keepFound(tx, enqueue, companyId, scanId, new Date(), found)
      const step = { done: count, names: count - unanswered, skipped: unanswered, found: added }
      if (!(await advanceStage(tx, work, step, done))) throw new TakenOverError(scanId)
    })
    done += count
  }
  return { state: 'done', note: null }
}
