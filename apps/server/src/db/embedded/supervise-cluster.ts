import { withDirectoryLock } from './directory-lock.ts'
import { pause } from '../pause.ts'
import { findPostmaster } from './postmaster.ts'

/** The check reads one file and one process: cheap enough to notice an end before most callers do. */
const lookEveryMs = 250
/** Delay between two failed starts, e.g. because of a full disk; it doubles each time. */
const retryMs = { first: 500, most: 5000 }

/**
 * Restarts the server of a cluster whenever it has ended: because of a crash, an out-of-memory kill or a manual `kill -9`. Every process
 * that uses the server watches it, and one of them restarts it.
 *
 * @param run starts the server, or finds it running; called while holding the lock of the directory
 */
export function superviseCluster(parts: {
  dataDir: string
  clusterDir: string
  run: () => Promise<unknown>
  log: (line: string) => void
}): { end(): Promise<void> } {
  const { dataDir, clusterDir, run, log } = parts
  const ending = new AbortController()
  const { signal } = ending
  const wait = (ms: number) => pause(ms, signal, { ref: false })

  async function supervise(): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      if (await findPostmaster(clusterDir)) {
        failures = 0
        await wait(lookEveryMs)
        continue
      }
      try {
        log('PostgreSQL has ended; starting it again')
        await withDirectoryLock(dataDir, async () => {
          if (!signal.aborted) await run()
        })
      } catch (error) {
        log(`PostgreSQL could not be started again: ${error instanceof Error ? error.message : String(error)}`)
        await wait(Math.min(retryMs.first * 2 ** failures, retryMs.most))
        failures += 1
      }
    }
  }
  const supervising = supervise()
  return {
    async end() {
      ending.abort()
      await supervising
    },
  }
}
