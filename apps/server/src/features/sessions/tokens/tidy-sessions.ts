import { dayMs } from '@signet/contract/time'
import type { Database } from '../../../db/database.ts'
import { deleteOldSessions } from '../sessions.queries.ts'

/** How long sessions are kept after their end, for questions about who was signed in. */
const sessionsMs = 30 * dayMs
const signInsMs = 90 * dayMs

/** Deletes sessions and links that ended long ago, and old sign-in attempts. */
export async function tidySessions(database: Database, now: Date): Promise<void> {
  const before = (ageMs: number) => new Date(now.getTime() - ageMs)
  await database.inIdentity((tx) =>
    deleteOldSessions(tx, { sessions: before(sessionsMs), signIns: before(signInsMs), challenges: now }),
  )
}
