import { randomUUID } from 'node:crypto'
import { stagesOfFeed } from '@signet/contract/collection/scans'
import type { Enqueue } from '../../../app/jobs.ts'
import type { Tx } from '../../../db/database.ts'
import { scanJob } from '../intake.jobs.ts'
import { feedLabel } from './scan-feed.ts'
import { addStages } from './scan-stages.queries.ts'
import { insertScan } from './scans.queries.ts'

/** Adds a scan of a company that waits for a worker, and returns its id. */
export async function queueScan(
  tx: Tx,
  enqueue: Enqueue,
  { companyId, feed, byName }: { companyId: number; feed: string; byName: string },
): Promise<string> {
  const scanId = randomUUID()
  const label = feedLabel(feed)
  await insertScan(tx, { scanId, feed: label, companyId, byName })
  const stages = stagesOfFeed[label]
  if (stages) await addStages(tx, companyId, scanId, stages)
  await enqueue(tx, scanJob, { scanId, feed, companyId })
  return scanId
}
