import { CompiledQuery } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Runs work on users and sessions as `signet_identity` inside the transaction of a company, so that the change and its audit record commit
 * together or not at all. It also avoids a second connection while the first is held.
 *
 * If the work throws, the role isn't reset: the transaction is aborted anyway, and further statements of the caller are refused.
 */
export async function asIdentity<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await tx.executeQuery(CompiledQuery.raw('set local role signet_identity'))
  const result = await work(tx)
  await tx.executeQuery(CompiledQuery.raw('set local role signet_app'))
  return result
}
