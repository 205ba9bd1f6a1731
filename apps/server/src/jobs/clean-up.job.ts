import { dayMs, hourMs } from '@signet/contract/time'
import type { Database, Tx } from '../db/database.ts'
import { tidyLeaks } from '../features/leaks/tidy-leaks.ts'
import { truncateAuditIps } from '../features/audit/truncate-ips.ts'

/** How long what is deleted here is kept; decisions, evidence and audit are not. */
const kept = {
  /** A retry that comes later than that is a new request. */
  idempotencyKeysMs: 48 * hourMs,
  /** After its end, for questions about who was signed in. */
  sessionsMs: 30 * dayMs,
  signInsMs: 90 * dayMs,
  /** The allowance looks back one day; the audit says the rest. */
  revealsMs: 2 * dayMs,
  /** What a mail said; longer than any list asks back. */
  mailsMs: 400 * dayMs,
  /** A reader that was away for longer asks for everything again. */
  liveEventsMs: 7 * dayMs,
  notificationsMs: 400 * dayMs,
  caughtMailsMs: 30 * dayMs,
  /** A case shows the last two days; what came of each check stands in its history. */
  takedownChecksMs: 30 * dayMs,
  /** A mail that still waits after that has lost its job; it is shown as failed, not sent as a surprise. */
  waitingMailsMs: 2 * dayMs,
}

/** Deletes what has outlived its purpose: answers kept for retries, sessions that ended, old attempts to sign in. */
export async function cleanUp(database: Database, now: Date): Promise<void> {
  const before = (ageMs: number) => new Date(now.getTime() - ageMs)
  const companyIds = await database.inIdentity(async (tx) => {
    const ended = tx.selectFrom('sessions').select('id').where('expires_at', '<', before(kept.sessionsMs))
    await tx.deleteFrom('refresh_tokens').where('session_id', 'in', ended).execute()
    await tx.deleteFrom('sessions').where('expires_at', '<', before(kept.sessionsMs)).execute()
    await tx.deleteFrom('sign_ins').where('at', '<', before(kept.signInsMs)).execute()
    await tx.deleteFrom('reveals').where('at', '<', before(kept.revealsMs)).execute()
    await tx.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute()
    await tx.deleteFrom('user_tokens').where('expires_at', '<', before(kept.sessionsMs)).execute()
    const companies = await tx.selectFrom('companies').select('id').execute()
    return companies.map(({ id }) => id)
  })
  for (const companyId of companyIds) {
    await database.inCompanies([companyId], async (tx) => {
      await tx
        .deleteFrom('idempotency_keys')
        .where('company_id', '=', companyId)
        .where('at', '<', before(kept.idempotencyKeysMs))
        .execute()
      await tidyMails(tx, companyId, before)
      await tx
        .deleteFrom('live_events')
        .where('company_id', '=', companyId)
        .where('at', '<', before(kept.liveEventsMs))
        .execute()
      await tx
        .deleteFrom('notifications')
        .where('company_id', '=', companyId)
        .where('at', '<', before(kept.notificationsMs))
        .execute()
      await tx
        .deleteFrom('takedown_checks')
        .where('company_id', '=', companyId)
        .where('at', '<', before(kept.takedownChecksMs))
        .execute()
    })
  }
  for (const companyId of companyIds) await tidyLeaks(database, companyId, now)
  await truncateAuditIps(database, companyIds, now)
}

async function tidyMails(tx: Tx, companyId: number, before: (ageMs: number) => Date): Promise<void> {
  const ended = (state: 'failed' | 'unknown', was: 'queued' | 'sending', error: string) =>
    tx
      .updateTable('mails')
      .set({ state, error, ended_at: new Date() })
      .where('company_id', '=', companyId)
      .where('state', '=', was)
      .where('created_at', '<', before(kept.waitingMailsMs))
      .execute()
  await ended('failed', 'queued', 'It waited for too long')
  await ended('unknown', 'sending', 'The worker ended while it was sent')
  await tx
    .deleteFrom('mails')
    .where('company_id', '=', companyId)
    .where('created_at', '<', before(kept.mailsMs))
    .execute()
  await tx
    .deleteFrom('caught_mails')
    .where('company_id', '=', companyId)
    .where('at', '<', before(kept.caughtMailsMs))
    .execute()
  await tx.deleteFrom('mail_suppressions').where('company_id', '=', companyId).where('until', '<', before(0)).execute()
}
