import { causeOf } from '@signet/contract/errors/program-errors'
import { runBatch } from '../db/back-fill.ts'
import { setFailure, unfinishedBackFills } from '../db/back-fill.queries.ts'
import type { Database } from '../db/database.ts'
import { isLockTimeout } from '../db/lock-timeout.ts'
import { pause } from '../db/pause.ts'

/** Shorter than the job may take; what is left is continued a minute later. */
const budgetMs = 8 * 60_000
/** Between two batches, so that others find the database idle now and then. */
const betweenMs = 20
/** After rows were locked by somebody else. */
const afterLockMs = 1_000

/**
 * Carries out the back-fills that haven't ended, one after another. It may be stopped or killed at any time; the next run continues. One
 * that fails doesn't keep the others from running.
 *
 * @param limits `ms` bounds this run, `rows` one of its transactions
 * @throws Error the first failure, at the end
 */
export async function backFill(
  database: Database,
  stopping: AbortSignal,
  limits: { ms?: number; rows?: number } = {},
): Promise<void> {
  const end = performance.now() + (limits.ms ?? budgetMs)
  const failures: unknown[] = []
  for (const { name } of await unfinishedBackFills(database.pool)) {
    try {
      while (!stopping.aborted && performance.now() < end && (await batchOf(database, name, stopping, limits.rows)))
        await pause(betweenMs, stopping)
    } catch (error) {
      await setFailure(database.pool, name, causeOf(error).detail)
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function batchOf(database: Database, name: string, stopping: AbortSignal, rows?: number): Promise<boolean> {
  try {
    return await runBatch(database, name, rows)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    await pause(afterLockMs, stopping)
    return true
  }
}
