import { dayMs } from '@signet/contract/time'
import { eachCompanyAlone } from '../../app/each-alone.ts'
import type { JobParts } from '../../app/jobs.ts'
import { everyCompanyId } from '../../db/company-keys.queries.ts'
import { messageOf } from '../../errors/sentences.ts'
import { mailsSince, settleMail } from './mails.queries.ts'

/** An email that is still waiting after this time has lost its job; it is shown as failed instead of being sent late. */
const waitingMs = 2 * dayMs

const ends = {
  queued: { outcome: 'failed', why: messageOf('MAIL_WAITED_TOO_LONG', {}) },
  sending: { outcome: 'unknown', why: messageOf('MAIL_WORKER_ENDED', {}) },
} as const

/** Ends emails whose job no longer exists. */
export async function endLostMails(
  parts: Pick<JobParts, 'database' | 'mailRefusal' | 'mailSettled' | 'log'>,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - waitingMs)
  const { database, mailRefusal, mailSettled } = parts
  await eachCompanyAlone(parts, await everyCompanyId(database), async (companyId) => {
    for (const state of ['queued', 'sending'] as const) {
      const lost = await database.inCompanies([companyId], (tx) => mailsSince(tx, companyId, state, before))
      const { outcome, why } = ends[state]
      for (const { id: mailId } of lost) {
        await database.inCompanies([companyId], async (tx) => {
          // Before the email is locked: those who cancel emails lock in the same order.
          await mailRefusal(tx, { companyId, mailId })
          if (await settleMail(tx, companyId, mailId, [state], outcome, why)) {
            await mailSettled(tx, { companyId, mailId }, outcome)
          }
        })
      }
    }
  })
}
