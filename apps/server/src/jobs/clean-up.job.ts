import { retentionPeriods, type RetentionDays } from '@signet/contract/companies/retention'
import { dayMs, hourMs } from '@signet/contract/time'
import { eachAlone } from '../app/each-alone.ts'
import type { KeptRows } from '../app/feature.ts'
import type { JobParts } from '../app/jobs.ts'
import { isLockTimeout } from '../db/lock-timeout.ts'
import { deleteSomeBefore, everyCompany } from './clean-up.queries.ts'

/** A later retry counts as a new request. */
const answersForRetries: KeptRows = { table: 'idempotency_keys', since: 'at', keep: { ms: 48 * hourMs } }

/** Rows of one transaction: deleted in well under a second, so that nobody waits for their locks. */
const batchRows = 2000
/** One run; what is left is deleted by the next one. Shorter than the job may take. */
const budgetMs = 8 * 60_000

/** How long a company keeps rows: as long as it has set, otherwise the installation, otherwise the default. */
function keptMs(keep: KeptRows['keep'], ofCompany: RetentionDays, ofInstallation: RetentionDays): number {
  if (typeof keep !== 'string') return keep.ms
  return (ofCompany[keep] ?? ofInstallation[keep] ?? retentionPeriods[keep].days) * dayMs
}

function noneIfInUse(error: unknown): number {
  if (isLockTimeout(error)) return 0
  throw error
}

/**
 * Deletes the rows of every company whose retention period is over, in small transactions. The companies take turns batch by batch, so
 * that one with very many rows doesn't hold up the others. Rows that can't be deleted don't stop the others either. Decisions, evidence and
 * audit are never included.
 *
 * @param limits `retention` is that of the installation; `from` is where the last run stopped; `ms` and `rows` bound this run and one of
 *   its transactions
 * @returns null if everything was deleted, otherwise where the next run starts
 * @throws AggregateError from the run that reaches the end, if rows couldn't be deleted
 */
export async function cleanUp(
  { database, log }: Pick<JobParts, 'database' | 'log'>,
  kept: readonly KeptRows[],
  now: Date,
  limits: {
    retention?: RetentionDays | undefined
    from?: number | undefined
    ms?: number
    rows?: number
    signal?: AbortSignal
  } = {},
): Promise<number | null> {
  const { retention = {}, from = 0, ms = budgetMs, rows = batchRows, signal } = limits
  const end = performance.now() + ms
  const all = (await everyCompany(database)).flatMap(({ id, config }) =>
    [answersForRetries, ...kept].map((some) => ({
      companyId: id,
      some,
      before: new Date(now.getTime() - keptMs(some.keep, config.retention ?? {}, retention)),
    })),
  )
  const numbered = all.map((work, index) => ({ ...work, index }))
  const waiting = [...numbered.slice(from), ...numbered.slice(0, from)]
  let started = 0
  let next: number | null = null
  try {
    await eachAlone({ database, log }, waiting, toNames, async (work) => {
      if (started > 0 && (signal?.aborted || performance.now() >= end)) {
        next ??= work.index
        return
      }
      started += 1
      const { companyId, some, before } = work
      const deleted = await database
        .inCompanies([companyId], (tx) => deleteSomeBefore(tx, companyId, some, before, rows))
        .catch(noneIfInUse)
      // Its turn comes again after the others.
      if (deleted === rows) waiting.push(work)
    })
  } catch (error) {
    // The next run starts over with what failed, and would fail as well.
    if (next === null) throw error
  }
  return next
}

const toNames = ({ companyId, some }: { companyId: number; some: KeptRows }) => ({ companyId, table: some.table })
