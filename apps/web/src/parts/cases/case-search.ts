import type { AssignedFilter } from '@signet/contract/threats/assignees'
import { severities, type Severity } from '@signet/contract/threats/severities'
import type { DueFilter } from '@signet/contract/takedowns/cases'
import type { SortDirection } from '@signet/contract/wire'
import { dayOf, listOf, oneOf, textOf } from '../../url/search-params.ts'

/** The URL state of a list of cases. The first view is the default and has no parameter. */
export interface CaseSearch<View extends string, Sort extends string> {
  q?: string | undefined
  view?: View | undefined
  /** As written. The query ignores unknown sources and statuses, so that their tables aren't part of the initial load. */
  source?: string[] | undefined
  severity?: Severity[] | undefined
  type?: string[] | undefined
  status?: string[] | undefined
  assigned?: AssignedFilter[] | undefined
  due?: DueFilter[] | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: Sort | undefined
  dir?: SortDirection | undefined
}

/** Creates the validator of the URL state for a list of cases with these views and sort fields. */
export function caseSearch<const View extends string, const Sort extends string>(
  views: readonly View[],
  sorts: readonly Sort[],
) {
  return (raw: Record<string, unknown>): CaseSearch<View, Sort> => ({
    q: textOf(raw['q']),
    view: oneOf(raw['view'], views),
    source: listOf(raw['source']),
    severity: listOf(raw['severity'], severities),
    type: listOf(raw['type']),
    status: listOf(raw['status']),
    assigned: listOf(raw['assigned'], ['me', 'anyone', 'nobody']),
    due: listOf(raw['due'], ['overdue', 'dueSoon']),
    from: dayOf(raw['from']),
    to: dayOf(raw['to']),
    sort: oneOf(raw['sort'], sorts),
    dir: oneOf(raw['dir'], ['asc', 'desc']),
  })
}
