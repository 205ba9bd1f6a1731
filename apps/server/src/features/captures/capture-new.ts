import type { Enqueue } from '../../app/jobs.ts'
import type { LookUpSettings } from '../../app/settings.ts'
import { activeCompanies } from '../../db/company-keys.queries.ts'
import type { Database } from '../../db/database.ts'
import { addCapture, endLostCaptures, pageOf, uncaptured } from './captures.queries.ts'
import { captureJob } from './captures.jobs.ts'

/** Captures that are queued for a company at a time: the worker runs one at a time, and requested ones should not wait long. */
const queuedMax = 5

/** Queues captures of new threats with a high score, each threat once. */
export async function captureNew(
  parts: { database: Database; enqueue: Enqueue; settings: LookUpSettings; signal: AbortSignal },
  now: Date,
): Promise<void> {
  const { database, enqueue, settings, signal } = parts
  const { scoreMin } = settings.capture
  for (const { id: companyId } of await activeCompanies(database)) {
    signal.throwIfAborted()
    await database.inCompanies([companyId], async (tx) => {
      await endLostCaptures(tx, companyId, now)
      for (const threat of await uncaptured(tx, companyId, { scoreMin, max: queuedMax })) {
        const address = pageOf(threat)
        if (!address) continue
        const added = await addCapture(tx, { companyId, threatId: threat.id, address, trigger: 'new' })
        if (added) await enqueue(tx, captureJob, { companyId, captureId: added.id })
      }
    })
  }
}
