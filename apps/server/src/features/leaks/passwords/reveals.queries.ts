import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

/** A leak of the company whose password is stored. Index: leaks_pkey. */
export function findSealedLeak(tx: Tx, companyId: number, leakId: string) {
  return tx
    .selectFrom('leaks')
    .select(['id', 'entity'])
    .where('company_id', '=', companyId)
    .where('id', '=', leakId)
    .where('secret', 'is not', null)
    .executeTakeFirst()
}

/** The encrypted password of a leak if the audit records that this request may see it. Indexes: leaks_pkey, audit_target. */
export function findRevealedSecret(tx: Tx, companyId: number, leakId: string, requestId: string | null) {
  return tx
    .selectFrom('leaks')
    .select('secret')
    .where('company_id', '=', companyId)
    .where('id', '=', leakId)
    .where(
      sql<boolean>`exists (select from audit a where a.company_id = ${companyId} and a.target_id = leaks.id
        and a.action = 'leak.revealed' and a.request_id = ${requestId})`,
    )
    .executeTakeFirst()
}

/** The newest passwords that a user has seen since then. Runs in an identity transaction. Index: reveals_user. */
export function recentReveals(tx: Tx, userId: string, since: Date, max: number) {
  return tx
    .selectFrom('reveals')
    .select('at')
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .limit(max)
    .execute()
}

/** Keeps that a user has seen a password. Runs in an identity transaction. */
export async function insertReveal(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.insertInto('reveals').values({ user_id: userId, at }).execute()
}

/** Runs in an identity transaction. */
export async function deleteReveals(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('reveals').where('at', '<', before).execute()
}
