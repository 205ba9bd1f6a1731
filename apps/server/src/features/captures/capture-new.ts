import { eachCompanyAlone, type AloneParts } from '../../app/each-alone.ts'
import type { QueueingRun } from '../../app/jobs.ts'
import type { LookUpSettings } from '../../app/settings.ts'
import { activeCompanies } from '../../db/company-keys.queries.ts'
import { addCapture, endLostCaptures, pageOf, uncaptured } from './captures.queries.ts'
import { captureJob } from './captures.jobs.ts'

/** Captures that are queued for a company at a time: the worker runs one at a time, and requested ones should not wait long. */
const queuedMax = 5

/** Queues captures of new threats with a high score, each threat once. */
export async function captureNew(
  parts: QueueingRun & AloneParts & { settings: LookUpSettings },
  now: Date,
): Promise<void> {
  const { database, enqueue, settings } = parts
  const { scoreMin } = settings.capture
  const companyIds = (await activeCompanies(database)).map(({ id }) => id)
  await eachCompanyAlone(parts, companyIds, (companyId) =>
    database.inCompanies([companyId], async (tx) => {
      await endLostCaptures(tx, companyId, now)
      for (const threat of await uncaptured(tx, companyId, { scoreMin, max: queuedMax })) {
        const address = pageOf(threat)
        if (!address) continue
        const added = await addCapture(tx, { companyId, threatId: threat.id, address, trigger: 'new' })
        if (added) await enqueue(tx, captureJob, { companyId, captureId: added.id })
      }
    }),
  )
}
