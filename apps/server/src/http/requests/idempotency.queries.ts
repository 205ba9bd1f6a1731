import type { Tx } from '../../db/database.ts'

/** A key that a caller sent with one of its calls. Index: idempotency_keys_pkey. */
export interface Once {
  companyId: number
  userId: string
  key: string
  route: string
  bodyHash: Buffer
}
/** Uses a key; false if it was used before. Waits for a transaction that is using it. */
export async function useIdempotencyKey(tx: Tx, once: Once): Promise<boolean> {
  const mine = await tx
    .insertInto('idempotency_keys')
    .values({
      company_id: once.companyId,
      user_id: once.userId,
      key: once.key,
      route: once.route,
      body_hash: once.bodyHash,
      status: null,
      answer: null,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return mine !== undefined
}

/** The call that a key was used for, and its stored answer. */
export function answerOf(tx: Tx, once: Once) {
  return tx
    .selectFrom('idempotency_keys')
    .select(['route', 'body_hash', 'status', 'answer'])
    .where('company_id', '=', once.companyId)
    .where('user_id', '=', once.userId)
    .where('key', '=', once.key)
    .executeTakeFirstOrThrow()
}

/** Stores the answer of a key, as JSON. */
export async function setAnswer(tx: Tx, once: Once, status: number, answer: string | null): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ status, answer })
    .where('company_id', '=', once.companyId)
    .where('user_id', '=', once.userId)
    .where('key', '=', once.key)
    .execute()
}
