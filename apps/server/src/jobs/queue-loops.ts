import type { PgBoss } from 'pg-boss'
import { causeOf } from '@signet/contract/errors/program-errors'
import type { Database } from '../db/database.ts'
import { pause } from '../db/pause.ts'
import type { Logger } from '../log.ts'
import { dueAmong, resumeKilled, spaceOutCounts, waitingAmong } from './queue.queries.ts'

/* What runs next to the queue until the program stops. */

const acceleratedMs = 1_000
/** A new job wakes a worker at once. One that is due later, such as a retry, is found by a look this often. */
const dueMs = 2_000

interface LoopParts {
  boss: PgBoss
  database: Database
  log: Logger
  /** Ends the loop. */
  signal: AbortSignal
}

/**
 * Wakes the workers of due jobs: one statement for all queues, instead of one for each worker.
 *
 * @param parts.workerIds the workers of each queue by its name
 */
export async function wakeWhenDue(
  parts: LoopParts & { workerIds: ReadonlyMap<string, readonly string[]> },
): Promise<void> {
  const { boss, database, log, workerIds, signal } = parts
  while (!signal.aborted) {
    await pause(dueMs, signal)
    try {
      const names = [...workerIds.keys()]
      await resumeKilled(database.pool, names)
      for (const name of await dueAmong(database.pool, names))
        for (const id of workerIds.get(name) ?? []) boss.notifyWorker(id)
      await spaceOutCounts(database.pool)
    } catch (error) {
      // The database is away; the queue reports that. The next look may find it.
      log.debug({ code: causeOf(error).code }, 'due jobs could not be read')
    }
  }
}

/** Adds these jobs every second, because no schedule is finer than a minute. One that still waits isn't added again. */
export async function addEverySecond(parts: LoopParts, names: readonly string[]): Promise<void> {
  const { boss, database, log, signal } = parts
  while (!signal.aborted) {
    try {
      const busy = await waitingAmong(database.pool, names)
      for (const name of names) if (!busy.has(name)) await boss.send(name, {})
    } catch (error) {
      // The database is away; the queue reports that. The next second may find it.
      log.debug({ code: causeOf(error).code }, 'jobs of the accelerated clock could not be added')
    }
    await pause(acceleratedMs, signal)
  }
}
