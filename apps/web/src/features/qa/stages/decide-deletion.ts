import type { Kind } from '@signet/contract/threats/sources'
import { call } from '../../../api/call.ts'
import { paramsOf, routesOf, type QaRecord } from '../qa-kind.ts'
import type { DeletionDecision } from '../review-steps.ts'

/**
 * Decides on a deletion that another reviewer requested.
 *
 * @throws ApiError `CONFLICT` when the caller requested it
 */
export function decideDeletion(
  company: string,
  kind: Kind,
  threat: QaRecord,
  decision: DeletionDecision,
): Promise<QaRecord> {
  return call(routesOf[kind].step[decision], {
    params: paramsOf(threat.id),
    query: { company },
    body: { version: threat.version },
  })
}
