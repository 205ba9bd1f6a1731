import { textOf } from '../../../url/search-params.ts'

/** The URL state of the home page for all companies: the text that filters their names. */
export interface AdminHomeSearch {
  q?: string | undefined
}

export function validateAdminHomeSearch(raw: Record<string, unknown>): AdminHomeSearch {
  return { q: textOf(raw['q']) }
}
