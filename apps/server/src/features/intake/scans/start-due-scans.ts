import { firstScanFeed, isOpenScan } from '@signet/contract/collection/scans'
import type { ScanInterval } from '@signet/contract/companies/companies'
import { dayMs, hourMs } from '@signet/contract/time'
import { eachCompanyAlone } from '../../../app/each-alone.ts'
import type { JobParts } from '../../../app/jobs.ts'
import { activeCompanies } from '../../../db/company-keys.queries.ts'
import type { Tx } from '../../../db/database.ts'
import { holdScans, insideOf, lastScans } from './company-scans.queries.ts'
import { queueScan } from './queue-scan.ts'

const intervalMs: Record<ScanInterval, number> = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs }
/** A night may begin a little earlier than the one before. */
const toleranceMs = hourMs
/** Who started a scan on schedule, as the list of scans shows it. */
const starter = 'Signet'

/** Queues the scans on schedule that are due. A company without brands, or whose scan is still running, is tried again the next night. */
export async function startDueScans(
  parts: Pick<JobParts, 'database' | 'enqueue' | 'lookUps' | 'ct' | 'log'>,
  now: Date,
): Promise<void> {
  const { database, enqueue } = parts
  if (!parts.lookUps && parts.ct.list === null) return
  await eachCompanyAlone(parts, await activeCompanies(database), async ({ id, config }) => {
    const { scanEvery } = config
    if (!scanEvery) return
    await database.inCompanies([id], async (tx) => {
      if (!(await isDue(tx, id, now.getTime() - intervalMs[scanEvery] + toleranceMs))) return
      await queueScan(tx, enqueue, { companyId: id, feed: firstScanFeed, byName: starter })
    })
  })
}

async function isDue(tx: Tx, companyId: number, startedBefore: number): Promise<boolean> {
  await holdScans(tx, companyId)
  const scans = await lastScans(tx, companyId)
  if (scans.some(isOpenScan)) return false
  const newest = scans.find(({ feed }) => feed === firstScanFeed)
  if (newest && newest.requested_at.getTime() > startedBefore) return false
  return ((await insideOf(tx, [companyId])).get(companyId)?.brands ?? 0) > 0
}
