import {
  companyCoverageSorts,
  coverageStates,
  type CompanyCoverageSort,
  type CoverageState,
} from '@signet/contract/collection/company-coverage'
import { threatSources, type ThreatSource } from '@signet/contract/threats/sources'
import { sortDirections, type SortDirection } from '@signet/contract/wire'
import { listOf, oneOf, pageOf, textOf } from '../../url/search-params.ts'

/** The URL state of the table of companies and their sources: its filters, sorting and page. */
export interface CompanyCoverageSearch {
  q?: string | undefined
  states?: CoverageState[] | undefined
  sources?: ThreatSource[] | undefined
  sort?: CompanyCoverageSort | undefined
  dir?: SortDirection | undefined
  page?: string | undefined
}

export function validateCompanyCoverageSearch(raw: Record<string, unknown>): CompanyCoverageSearch {
  return {
    q: textOf(raw['q']),
    states: listOf(raw['states'], coverageStates),
    sources: listOf(raw['sources'], threatSources),
    sort: oneOf(raw['sort'], companyCoverageSorts),
    dir: oneOf(raw['dir'], sortDirections),
    page: pageOf(raw['page']),
  }
}
