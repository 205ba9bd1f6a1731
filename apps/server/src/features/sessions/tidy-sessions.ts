import { dayMs } from '@signet/contract/time'
import type { Database } from '../../db/database.ts'

/** How long sessions are kept after their end, for questions about who was signed in. */
const sessionsMs = 30 * dayMs
const signInsMs = 90 * dayMs

/** Deletes sessions and links that ended long ago, and old sign-in attempts. */
export async function tidySessions(database: Database, now: Date): Promise<void> {
  const before = (ageMs: number) => new Date(now.getTime() - ageMs)
  await database.inIdentity(async (tx) => {
    const ended = tx.selectFrom('sessions').select('id').where('expires_at', '<', before(sessionsMs))
    await tx.deleteFrom('refresh_tokens').where('session_id', 'in', ended).execute()
    await tx.deleteFrom('sessions').where('expires_at', '<', before(sessionsMs)).execute()
    await tx.deleteFrom('sign_ins').where('at', '<', before(signInsMs)).execute()
    await tx.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute()
    await tx.deleteFrom('user_tokens').where('expires_at', '<', before(sessionsMs)).execute()
  })
}
