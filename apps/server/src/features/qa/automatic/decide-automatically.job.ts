import { dayMs } from '@signet/contract/time'
import { eachCompanyAlone } from '../../../app/each-alone.ts'
import type { JobParts } from '../../../app/jobs.ts'
import { activeCompanies } from '../../../db/company-keys.queries.ts'
import type { Tx } from '../../../db/database.ts'
import { asProduct, recordAudit } from '../../audit/audit.queries.ts'
import { notifyReviewed } from '../../notifications/notify-changes.ts'
import { announcePublished } from '../review/announce-published.ts'
import { companiesWithBars, reviewPolicyOf } from '../review/review-policy.queries.ts'
import { labelsBySourceAndScore } from '../../detection-quality/labels.queries.ts'
import { lockDecidable, publishAutomatically, type Automatic } from './automatic-decisions.queries.ts'
import { thresholdsOf } from './thresholds.ts'

/** The decisions of this many days say what may be decided automatically. */
const automaticDays = 90
const batchSize = 200

type Parts = Pick<JobParts, 'database' | 'enqueue' | 'log'>

/**
 * Decides on waiting threats without a reviewer, in the companies whose policy allows it and in the sources whose measured precision
 * reaches its bar. A run after a crash continues with those that still wait.
 */
export async function decideAutomatically(parts: Parts, stopping: AbortSignal): Promise<void> {
  const active = (await activeCompanies(parts.database)).map(({ id }) => id)
  const companyIds = await parts.database.inCompanies(active, (tx) => companiesWithBars(tx, active))
  await eachCompanyAlone(parts, companyIds, async (companyId) => {
    const all = await parts.database.inCompanies([companyId], (tx) => automaticOf(tx, companyId))
    for (const automatic of all) {
      while (!stopping.aborted && (await decideBatch(parts, companyId, automatic)) === batchSize);
    }
  })
}

/** What is decided automatically in a company now. */
export async function automaticOf(tx: Tx, companyId: number): Promise<Automatic[]> {
  const policy = await reviewPolicyOf(tx, companyId)
  if (policy.releaseBar === null && policy.filterBar === null) return []
  const labels = await labelsBySourceAndScore(tx, companyId, new Date(Date.now() - automaticDays * dayMs))
  const { sampledPercent } = policy
  return [...Map.groupBy(labels, ({ source }) => source)].flatMap(([source, own]) => {
    const { release, filter } = thresholdsOf(own, policy)
    return [
      ...(release ? [{ decision: 'release' as const, source, threshold: release, sampledPercent }] : []),
      ...(filter ? [{ decision: 'filter' as const, source, threshold: filter, sampledPercent }] : []),
    ]
  })
}

/** @returns how many threats were decided */
async function decideBatch({ database, enqueue }: Parts, companyId: number, automatic: Automatic): Promise<number> {
  return database.inCompanies([companyId], async (tx) => {
    const threats = await lockDecidable(tx, companyId, automatic, batchSize)
    if (threats.length === 0) return 0
    const now = new Date()
    const ids = threats.map(({ id }) => id)
    const { decision, threshold } = automatic
    await publishAutomatically(tx, companyId, threats, automatic, now)
    await recordAudit(
      asProduct(tx, companyId),
      threats.map(({ id, score }) => ({
        action: decision === 'release' ? 'qa.releaseAutomatically' : 'qa.filterAutomatically',
        targetType: 'threat',
        targetId: id,
        before: { stage: 'queued' },
        after: { stage: 'published', score, threshold: threshold.score, low: threshold.low },
      })),
    )
    await notifyReviewed({ tx, company: { id: companyId } }, ids, 'published')
    if (decision === 'release')
      await announcePublished({ tx, enqueue, company: { id: companyId }, actor: null }, threats, now)
    return threats.length
  })
}
