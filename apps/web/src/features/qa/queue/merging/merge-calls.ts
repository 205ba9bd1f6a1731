import type { Kind } from '@signet/contract/threats/sources'
import { call } from '../../../../api/call.ts'
import { paramsOf, routesOf, type QaRecord } from '../../qa-kind.ts'

/**
 * Merges a duplicate into another record.
 *
 * @throws ApiError `CONFLICT` when one of them has changed stage or version in the meantime
 */
export function mergeInto(company: string, kind: Kind, duplicate: QaRecord, survivorId: string): Promise<QaRecord> {
  return call(routesOf[kind].merge, {
    params: paramsOf(duplicate.id),
    query: { company },
    body: { into: survivorId, version: duplicate.version },
  })
}

/** Undoes a merge. */
export function unmerge(company: string, kind: Kind, duplicate: { id: string; version: number }): Promise<QaRecord> {
  return call(routesOf[kind].unmerge, {
    params: paramsOf(duplicate.id),
    query: { company },
    body: { version: duplicate.version },
  })
}
