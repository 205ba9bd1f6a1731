import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { causeOf } from '@signet/contract/errors/program-errors'
import type { Database } from '../../db/database.ts'
import { pause } from '../../db/pause.ts'
import type { Logger } from '../../log.ts'
import { beat, forget, deleteDead, type NewProcess } from './processes.queries.ts'

const beatMs = 10_000

/** The signs of life of a process. */
export interface Beats {
  /** Stops them and takes the process off the list. */
  stop(): Promise<void>
}

/** Lists this process among those of the installation, with a sign of life every ten seconds, until it is stopped. */
export function startBeats(
  { database, log }: { database: Database; log: Logger },
  program: Pick<NewProcess, 'services' | 'version'>,
): Beats {
  const stopping = new AbortController()
  const own = { id: randomUUID(), host: os.hostname(), pid: process.pid, ...program }

  async function keepBeating(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await beat(database.pool, own)
        await deleteDead(database.pool)
      } catch (error) {
        // The database is away, which is reported elsewhere; the next beat may reach it.
        log.debug({ code: causeOf(error).code }, 'no sign of life could be given')
      }
      await pause(beatMs, stopping.signal)
    }
  }
  const beating = keepBeating()

  return {
    async stop() {
      stopping.abort()
      await beating
      await forget(database.pool, own.id).catch((error: unknown) => {
        log.debug({ code: causeOf(error).code }, 'the process could not be taken off the list')
      })
    },
  }
}
