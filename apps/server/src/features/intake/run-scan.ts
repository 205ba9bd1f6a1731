import { ConnectorError } from '@signet/connectors'
import { stagesOfFeed, type ScanStageName } from '@signet/contract/scans'
import { compileAssets, matchBatch } from '@signet/detection'
import { brandsToWatch } from '../companies/watched-brands.queries.ts'
import type { Tx } from '../../db/database.ts'
import { readRecentCertificates } from './recent-certificates.ts'
import { permutationCount, resolvedPermutations } from './resolved-permutations.ts'
import { byCompany, finishScan, keepFound, openScan, scanFeed, type Scan } from './scan-feed.ts'
import { addStages, advanceStage, closeStage, keepTotal, openStage } from './scan-stages.queries.ts'
import { TakenOverError, type RunScanParts, type StageEnd, type StageWork } from './stage-work.ts'

const works: Record<ScanStageName, (parts: RunScanParts, work: StageWork) => Promise<StageEnd>> = {
  permutations: lookUpPermutations,
  certificates: readRecentCertificates,
}

/**
 * Does a scan that was asked for: a feed is read through the detector, what has stages is worked through in their order. A stage that
 * fails does not keep the others from running; run again, the scan goes on where each stage stood.
 *
 * @throws ConnectorError when the feed cannot be read or a stage failed; what was kept until then is good
 */
export async function runScan(parts: RunScanParts, scan: Scan): Promise<void> {
  const stages = scan.companyId === undefined ? undefined : stagesOfFeed[scan.feed]
  if (scan.companyId === undefined || !stages) {
    await scanFeed(parts, scan)
    return
  }
  const { database } = parts
  const { scanId, companyId } = scan
  await openScan(database, scan)
  const brands = await database.inCompanies([companyId], async (tx) => {
    await addStages(tx, companyId, scanId, stages)
    return brandsToWatch(tx, [companyId])
  })
  let failure: unknown = null
  let skipped: string | null = null
  for (const stage of stages) {
    try {
      const end = await runStage(parts, { companyId, scanId, stage, brands })
      if (end?.state === 'skipped') skipped ??= end.note
      else skipped = ''
    } catch (error) {
      // A process that ends leaves the stage as it is, for the next one.
      if (parts.signal?.aborted || error instanceof TakenOverError) throw error
      failure ??= error
    }
  }
  // What was done in no stage found nothing, which is not the same as that there is nothing.
  if (skipped) failure ??= new ConnectorError('refused', skipped)
  await finishScan(database, scanId, failure ? 'failed' : 'done', failure)
  if (failure) throw failure
}

/** @returns null when the stage was over before */
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
      const note = error instanceof ConnectorError ? error.message : 'unexpected error'
      await inCompany((tx) => closeStage(tx, work, 'failed', note))
    }
    throw error
  }
}

/** Looks the likeliest look-alikes of the official domains up and keeps those that lead somewhere. */
async function lookUpPermutations(parts: RunScanParts, work: StageWork): Promise<StageEnd> {
  const { database, lookUps, signal, enqueue } = parts
  const { companyId, scanId, brands } = work
  if (!lookUps)
    return { state: 'skipped', note: 'Looking names up is switched off on this installation (SIGNET_ENRICH).' }
  const official = brands.flatMap((brand) => brand.official)
  const brandOf = new Map(brands.map((brand) => [brand.id, brand]))
  const index = compileAssets(brands.map((brand) => ({ ...brand, owner: String(companyId) })))
  await database.inCompanies([companyId], (tx) => keepTotal(tx, work, permutationCount(official)))
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
