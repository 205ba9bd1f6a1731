import { CompiledQuery } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Runs work of people and sessions as `signet_identity` inside the transaction of a company, so that the change and its audit
 * record are one: both commit or neither does. It also needs no second connection while the first is held.
 *
 * When the work throws, the role stays where it is: the transaction is lost anyway, and a caller that goes on is refused.
 */
export async function asIdentity<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await tx.executeQuery(CompiledQuery.raw('set local role signet_identity'))
  const result = await work(tx)
  await tx.executeQuery(CompiledQuery.raw('set local role signet_app'))
  return result
}
