import type { PoolClient } from 'pg'
import { advisoryLocks } from './advisory-locks.ts'
import type { Database } from './database.ts'
import { pause } from './pause.ts'

const shareEveryMs = 5_000

/** A work without end, e.g. following a log, until its signal. */
export type EndlessWork = (signal: AbortSignal) => Promise<void>

/**
 * Shares works without end between the processes of the installation: each work is done by one of them, and each process does as many as
 * the others. What a process did is taken over when it ends, however it ends. Shares are looked at every five seconds.
 *
 * All locks belong to one connection of its own, so that they are released with it. A process counts as long as it holds the shared lock.
 *
 * @param works by a name that is the same in all processes
 * @param over until then
 * @throws what a work throws, after all others have stopped
 */
export async function shareWork(
  database: Database,
  name: 'ctLogs',
  works: ReadonlyMap<string, EndlessWork>,
  over: AbortSignal,
): Promise<void> {
  const lock = advisoryLocks[name]
  const broken = new AbortController()
  const until = AbortSignal.any([over, broken.signal])
  const running = new Map<string, Started>()
  const client = await database.pool.connect()
  try {
    await client.query('select pg_advisory_lock_shared($1)', [lock])
    while (!until.aborted) {
      const most = Math.ceil(works.size / (await processesWith(client, lock)))
      for (const [id, started] of [...running].slice(most)) {
        await started.stop()
        running.delete(id)
        await client.query('select pg_advisory_unlock($1, hashtext($2))', [lock, id])
      }
      for (const [id, work] of works) {
        if (running.size >= most) break
        if (running.has(id) || !(await tookLock(client, lock, id))) continue
        running.set(
          id,
          start(work, until, (error) => broken.abort(error)),
        )
      }
      await pause(shareEveryMs, until)
    }
  } finally {
    await Promise.all([...running.values()].map(({ stop }) => stop()))
    client.release(true)
  }
  if (broken.signal.aborted) throw broken.signal.reason
}

interface Started {
  /** Resolves when the work has stopped; never rejects. */
  stop(): Promise<void>
}

function start(work: EndlessWork, until: AbortSignal, onError: (error: unknown) => void): Started {
  const own = new AbortController()
  const done = work(AbortSignal.any([until, own.signal])).catch(onError)
  return {
    stop() {
      own.abort()
      return done
    },
  }
}

/** How many processes share the works of a lock, this one included. */
async function processesWith(client: PoolClient, lock: number): Promise<number> {
  // A lock with one number has the number's lower half in `objid`, and 1 in `objsubid`; one with two numbers has 2 there.
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted
      and objid = $1::oid and objsubid = 1 and database = (select oid from pg_database where datname = current_database())`,
    [lock],
  )
  return rows[0]?.count ?? 1
}

async function tookLock(client: PoolClient, lock: number, id: string): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as "isOurs"',
    [lock, id],
  )
  return rows[0]?.isOurs === true
}
