import type { PoolClient } from 'pg'
import { advisoryLocks } from './advisory-locks.ts'
import type { Database } from './database.ts'
import { pause } from './pause.ts'

const lockTries = 8
const lockPauseMs = 1_000

/**
 * Runs work unless another process of the installation does.
 *
 * @returns null if another process does
 */
export async function holdLock<T>(
  database: Database,
  name: 'mailboxes' | 'storedFiles',
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | null> {
  // A separate connection: the lock is released with it, however this process ends.
  const client = await database.pool.connect()
  try {
    if (!(await tookLock(client, advisoryLocks[name], signal))) return null
    try {
      return await work()
    } finally {
      // Released at once, because the next run starts immediately; a broken connection has already released it.
      await client.query('select pg_advisory_unlock($1)', [advisoryLocks[name]]).catch(() => null)
    }
  } finally {
    client.release(true)
  }
}

/** Takes the lock, waiting briefly because the session of a killed process may still hold it. */
async function tookLock(client: PoolClient, lock: number, signal: AbortSignal): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [lock])
    if (rows[0]?.isOurs === true) return true
    if (tries === lockTries || signal.aborted) return false
    await pause(lockPauseMs, signal)
  }
}
