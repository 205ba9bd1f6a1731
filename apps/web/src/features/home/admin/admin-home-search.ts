import {
  validateCompanyCoverageSearch,
  type CompanyCoverageSearch,
} from '../../../parts/coverage/company-coverage-search.ts'
import { oneOf, textOf } from '../../../url/search-params.ts'
import { tileKeys, type TileKey } from './work-figures.ts'

const parts = ['sources'] as const

/** The URL state of the home page for all companies: the part, absent for the companies, and the filters of each. */
export interface AdminHomeSearch extends CompanyCoverageSearch {
  part?: (typeof parts)[number] | undefined
  /** Part of the names of companies. */
  q?: string | undefined
  /** Only companies that this tile counts something of. */
  only?: TileKey | undefined
}

export function validateAdminHomeSearch(raw: Record<string, unknown>): AdminHomeSearch {
  return {
    ...validateCompanyCoverageSearch(raw),
    part: oneOf(raw['part'], parts),
    q: textOf(raw['q']),
    only: oneOf(raw['only'], tileKeys),
  }
}
