import { severities, type Severity } from '@signet/contract/severities'
import { dayOf, listOf, oneOf, textOf } from '../../url/search-params.ts'

/** What a list of cases keeps in the URL; the first view is the one without a parameter. */
export interface CaseSearch<View extends string, Sort extends string> {
  q?: string | undefined
  view?: View | undefined
  /** As written; the query drops what is no source or status, so that their tables are not part of the first load. */
  source?: string[] | undefined
  severity?: Severity[] | undefined
  type?: string[] | undefined
  status?: string[] | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: Sort | undefined
  dir?: 'asc' | 'desc' | undefined
}

/** Reads the URL of a list of cases with these views and orders. */
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
    from: dayOf(raw['from']),
    to: dayOf(raw['to']),
    sort: oneOf(raw['sort'], sorts),
    dir: oneOf(raw['dir'], ['asc', 'desc']),
  })
}
