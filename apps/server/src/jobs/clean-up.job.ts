import type { Database } from '../db/database.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How long what is deleted here is kept; decisions, evidence and audit are not. */
const kept = {
  /** A retry that comes later than that is a new request. */
  idempotencyKeysMs: 48 * hourMs,
  /** After its end, for questions about who was signed in. */
  sessionsMs: 30 * dayMs,
  signInsMs: 90 * dayMs,
}

/** Deletes what has outlived its purpose: answers kept for retries, sessions that ended, old attempts to sign in. */
export async function cleanUp(database: Database, now: Date): Promise<void> {
  const before = (ageMs: number) => new Date(now.getTime() - ageMs)
  const companyIds = await database.inIdentity(async (tx) => {
    const ended = tx.selectFrom('sessions').select('id').where('expires_at', '<', before(kept.sessionsMs))
    await tx.deleteFrom('refresh_tokens').where('session_id', 'in', ended).execute()
    await tx.deleteFrom('sessions').where('expires_at', '<', before(kept.sessionsMs)).execute()
    await tx.deleteFrom('sign_ins').where('at', '<', before(kept.signInsMs)).execute()
    const companies = await tx.selectFrom('companies').select('id').execute()
    return companies.map(({ id }) => id)
  })
  for (const companyId of companyIds) {
    await database.inCompanies([companyId], (tx) =>
      tx
        .deleteFrom('idempotency_keys')
        .where('company_id', '=', companyId)
        .where('at', '<', before(kept.idempotencyKeysMs))
        .execute(),
    )
  }
}
