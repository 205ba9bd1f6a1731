import { dayMs } from '@signet/contract/time'
import type { Database } from '../../db/database.ts'
import { everyCompanyId } from '../../db/companies.queries.ts'

/** An email that is still waiting after this time has lost its job; it is shown as failed instead of being sent late. */
const waitingMs = 2 * dayMs

/** Ends emails whose job no longer exists. */
export async function endLostMails(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - waitingMs)
  for (const companyId of await everyCompanyId(database)) {
    await database.inCompanies([companyId], async (tx) => {
      const ended = (state: 'failed' | 'unknown', was: 'queued' | 'sending', error: string) =>
        tx
          .updateTable('mails')
          .set({ state, error, ended_at: new Date() })
          .where('company_id', '=', companyId)
          .where('state', '=', was)
          .where('created_at', '<', before)
          .execute()
      await ended('failed', 'queued', 'waitedTooLong')
      await ended('unknown', 'sending', 'workerEnded')
    })
  }
}
