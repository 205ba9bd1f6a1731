import { enrichJob } from '../threats.jobs.ts'
import type { Enqueue } from '../../../app/jobs.ts'
import type { Tx } from '../../../db/database.ts'
import { threatsWithHost, watchDomains } from './domain-watches.queries.ts'

/**
 * Queues look-ups of new threats, in the transaction that stores them.
 *
 * @param proposed the ids that were generated for the threats; ids of threats that already existed were dropped and are skipped
 */
export async function lookUpNew(
  tx: Tx,
  enqueue: Enqueue,
  companyId: number,
  proposed: readonly string[],
): Promise<void> {
  const added = await threatsWithHost(tx, companyId, proposed)
  if ((await watchDomains(tx, companyId, added)) > 0) await enqueue(tx, enrichJob, { companyId })
}
