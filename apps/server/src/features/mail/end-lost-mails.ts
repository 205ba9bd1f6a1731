import { dayMs } from '@signet/contract/time'
import type { Database } from '../../db/database.ts'
import { messageOf } from '../../errors/sentences.ts'
import { everyCompanyId } from '../../db/company-keys.queries.ts'
import { endMailsSince } from './mails.queries.ts'

/** An email that is still waiting after this time has lost its job; it is shown as failed instead of being sent late. */
const waitingMs = 2 * dayMs

/** Ends emails whose job no longer exists. */
export async function endLostMails(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - waitingMs)
  for (const companyId of await everyCompanyId(database)) {
    await database.inCompanies([companyId], async (tx) => {
      await endMailsSince(tx, companyId, 'queued', before, {
        state: 'failed',
        why: messageOf('MAIL_WAITED_TOO_LONG', {}),
      })
      await endMailsSince(tx, companyId, 'sending', before, {
        state: 'unknown',
        why: messageOf('MAIL_WORKER_ENDED', {}),
      })
    })
  }
}
