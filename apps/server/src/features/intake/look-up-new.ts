import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Enqueue } from '../../jobs/queue.ts'
import { watchDomains } from '../threats/domain-watches.queries.ts'
import type { Sighted } from './intake.queries.ts'

/**
 * Has new threats looked up, in the transaction that keeps them. A known one has another id than the one it was found with just now.
 *
 * @param found as it was given to `upsertThreats`
 */
export async function lookUpNew(tx: Tx, enqueue: Enqueue, companyId: number, found: readonly Sighted[]): Promise<void> {
  const proposed = found.map(({ threat }) => threat.id)
  const added = await tx
    .selectFrom('threats')
    .select(['id', 'source', 'fields'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any (${proposed}::uuid[])`)
    .execute()
  if ((await watchDomains(tx, companyId, added)) > 0) await enqueue(tx, 'enrich', { companyId })
}
