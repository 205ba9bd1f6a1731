import type { QueueOrder } from '@signet/contract/review/queue-orders'
import type { Kind } from '@signet/contract/threats/sources'
import { phone } from '../../../ui/layout/use-media.ts'
import { stringifySearch } from '../../../url/search-params.ts'
import { pathsOf } from '../qa-kind.ts'

/** The path of a record in the queue of its company. From there, the reviewer goes on through the queues of these companies. */
export function queuedPath(kind: Kind, id: string, order: QueueOrder, companies: readonly string[]): string {
  const across = {
    id,
    across: order,
    companies: companies.length > 0 ? companies : undefined,
    // A phone shows the list first otherwise.
    step: matchMedia(phone).matches ? 'evidence' : undefined,
  }
  return `${pathsOf[kind].queued}${stringifySearch(across)}`
}
