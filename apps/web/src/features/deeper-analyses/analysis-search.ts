import { severities, type Severity } from '@signet/contract/severities'
import { dayOf, listOf, oneOf, textOf } from '../../search-params.ts'

/** Which analyses the list shows; open ones are the ones without a parameter. */
export const analysisViews = ['open', 'ready', 'stopped', 'all'] as const
export type AnalysisView = (typeof analysisViews)[number]

export const analysisSorts = ['requestedAt', 'updatedAt', 'severity', 'title', 'status', 'source'] as const
export type AnalysisSort = (typeof analysisSorts)[number]

/** What the page keeps in the URL. */
export interface AnalysisSearch {
  q?: string | undefined
  view?: AnalysisView | undefined
  source?: string[] | undefined
  severity?: Severity[] | undefined
  type?: string[] | undefined
  status?: string[] | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: AnalysisSort | undefined
  dir?: 'asc' | 'desc' | undefined
}

export function validateAnalysisSearch(raw: Record<string, unknown>): AnalysisSearch {
  return {
    q: textOf(raw['q']),
    view: oneOf(raw['view'], analysisViews),
    source: listOf(raw['source']),
    severity: listOf(raw['severity'], severities),
    type: listOf(raw['type']),
    status: listOf(raw['status']),
    from: dayOf(raw['from']),
    to: dayOf(raw['to']),
    sort: oneOf(raw['sort'], analysisSorts),
    dir: oneOf(raw['dir'], ['asc', 'desc']),
  }
}
