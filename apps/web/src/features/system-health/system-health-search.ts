import { oneOf } from '../../url/search-params.ts'

const parts = ['names'] as const

/** What the URL of the page holds: the part in view; absent for the installation. */
export interface SystemHealthSearch {
  part?: (typeof parts)[number] | undefined
}

export function validateSystemHealthSearch(raw: Record<string, unknown>): SystemHealthSearch {
  return { part: oneOf(raw['part'], parts) }
}
