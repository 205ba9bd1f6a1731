import { hourMs } from '@signet/contract/time'
import type { KeptRows } from '../app/feature.ts'
import type { Database } from '../db/database.ts'
import { everyCompanyId } from '../db/company-keys.queries.ts'
import { deleteBefore } from './clean-up.queries.ts'

/** A later retry counts as a new request. */
const answersForRetries: KeptRows = { table: 'idempotency_keys', since: 'at', forMs: 48 * hourMs }

/** Deletes the rows of every company whose retention period has ended. Decisions, evidence and audit are never included. */
export async function cleanUp(database: Database, kept: readonly KeptRows[], now: Date): Promise<void> {
  for (const companyId of await everyCompanyId(database)) {
    await database.inCompanies([companyId], async (tx) => {
      for (const rows of [answersForRetries, ...kept])
        await deleteBefore(tx, companyId, rows, new Date(now.getTime() - rows.forMs))
    })
  }
}
