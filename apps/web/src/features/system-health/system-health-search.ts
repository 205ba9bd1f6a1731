import { oneOf } from '../../url/search-params.ts'

const parts = ['names'] as const

/** The URL state of the page: the current part; absent for the installation. */
export interface SystemHealthSearch {
  part?: (typeof parts)[number] | undefined
}

export function validateSystemHealthSearch(raw: Record<string, unknown>): SystemHealthSearch {
  return { part: oneOf(raw['part'], parts) }
}
