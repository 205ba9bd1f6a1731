import { textOf } from '../../url/search-params.ts'

/** What the home of all companies keeps in the URL: the text their names are narrowed by. */
export interface AdminHomeSearch {
  q?: string | undefined
}

export function validateAdminHomeSearch(raw: Record<string, unknown>): AdminHomeSearch {
  return { q: textOf(raw['q']) }
}
