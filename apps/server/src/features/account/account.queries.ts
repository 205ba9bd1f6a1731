import { sql } from 'kysely'
import { defaultPreferences, type OwnPreferences, type OwnSignIn } from '@signet/contract/access/account'
import type { Tx } from '../../db/database.ts'

/* Every query here runs in an identity transaction and names the user whose rows it may access. */

/** The data a password change needs. */
export function findPasswordHash(tx: Tx, userId: string) {
  return tx.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirstOrThrow()
}

/** Replaces the old hash with the new one; false if another change came first. */
export async function replacePasswordHash(tx: Tx, userId: string, hashes: { from: string; to: string }) {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: hashes.to, must_change_password: false })
    .where('id', '=', userId)
    .where('password_hash', '=', hashes.from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The active sessions of a user, newest first. Index: sessions_user. */
export function liveSessions(tx: Tx, userId: string) {
  return tx
    .selectFrom('sessions')
    .select(['id', 'created_at', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
}

/** Ends one active session of a user; false if there is none with that id. */
export async function endSessionOf(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, ended_why: 'ended by the user' })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends all sessions of a user except one; returns their number. Index: sessions_user. */
export async function endOtherSessions(tx: Tx, userId: string, keptSessionId: string, why: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, ended_why: why })
    .where('user_id', '=', userId)
    .where('id', '!=', keptSessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The sign-ins and sign-in attempts of a user, newest first. Index: sign_ins_user. */
export function lastSignIns(tx: Tx, userId: string) {
  return (
    tx
      .selectFrom('sign_ins')
      .select(['at', 'result', 'reason', 'ip', 'user_agent'])
      .where('user_id', '=', userId)
      // Incomplete sign-ins, which still need a code.
      .where('result', '!=', 'challenged')
      .$narrowType<{ result: OwnSignIn['result'] }>()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(20)
      .execute()
  )
}

/** The saved preferences of a person, if any. */
export function findPreferences(tx: Tx, userId: string): Promise<OwnPreferences | undefined> {
  return tx
    .selectFrom('user_preferences')
    .select(['mail', 'severities', 'sources', 'portal'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Saves the given preferences. Settings of the portal are merged with the saved ones, so that two tabs don't overwrite each other. */
export async function putPreferencesRow(
  tx: Tx,
  userId: string,
  chosen: Partial<OwnPreferences>,
): Promise<OwnPreferences> {
  const { portal = {}, ...mailChoices } = chosen
  const { mail, severities, sources } = defaultPreferences
  return tx
    .insertInto('user_preferences')
    .values({ user_id: userId, mail, severities, sources, ...mailChoices, portal: JSON.stringify(portal) })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        ...mailChoices,
        portal: sql`user_preferences.portal || excluded.portal`,
        updated_at: new Date(),
      }),
    )
    .returning(['mail', 'severities', 'sources', 'portal'])
    .executeTakeFirstOrThrow()
}
