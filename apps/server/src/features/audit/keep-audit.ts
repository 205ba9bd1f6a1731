import type { Database } from '../../db/database.ts'
import type { Logger } from '../../log.ts'
import { recordSignIns } from './record-sign-ins.ts'
import { sealAudit } from './seal-audit.ts'

const sealEveryMs = 1000
const signInsEveryMs = 30_000

/** Background work on the audit log until it is stopped. */
export interface AuditKeeper {
  /** Finishes running work and seals the remaining records. */
  stop(): Promise<void>
}

/** Seals committed records every second and records sign-in attempts; several processes may do so at the same time. */
export function keepAudit(parts: { database: Database; key: Buffer; log: Logger }): AuditKeeper {
  const { database, key, log } = parts
  let signInsAt = performance.now()
  let running: Promise<void> = Promise.resolve()
  let isRunning = false

  async function work(): Promise<void> {
    isRunning = true
    try {
      if (performance.now() >= signInsAt) {
        signInsAt = performance.now() + signInsEveryMs
        await recordSignIns({ database, log }, new Date())
      }
      await sealAudit({ database, log }, key)
    } catch (error) {
      // The next run continues where this one stopped.
      log.warn({ err: error }, 'the audit could not be sealed')
    } finally {
      isRunning = false
    }
  }
  const timer = setInterval(() => {
    if (!isRunning) running = work()
  }, sealEveryMs)
  timer.unref()

  return {
    async stop() {
      clearInterval(timer)
      await running
      await work()
    },
  }
}
