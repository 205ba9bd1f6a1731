import { setTimeout as sleep } from 'node:timers/promises'
import { withDirectoryLock } from './directory-lock.ts'
import { findPostmaster } from './postmaster.ts'

/** A look at a file and at a process: cheap enough to find an end before most callers do. */
const lookEveryMs = 250
/** Between two starts that failed, such as on a full disk; each time twice as long. */
const retryMs = { first: 500, most: 5000 }

/**
 * Starts the server of a cluster again whenever it has ended: a crash, the kernel short of memory, somebody's `kill -9`. Every
 * process that uses the server looks after it, and one of them starts it.
 *
 * @param run starts the server, or finds it running; called under the lock of the directory
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
  const pause = (ms: number) => sleep(ms, null, { signal, ref: false }).catch(() => null)

  async function supervise(): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      if (await findPostmaster(clusterDir)) {
        failures = 0
        await pause(lookEveryMs)
        continue
      }
      try {
        log('PostgreSQL has ended; starting it again')
        await withDirectoryLock(dataDir, async () => {
          if (!signal.aborted) await run()
        })
      } catch (error) {
        log(`PostgreSQL could not be started again: ${error instanceof Error ? error.message : String(error)}`)
        await pause(Math.min(retryMs.first * 2 ** failures, retryMs.most))
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
