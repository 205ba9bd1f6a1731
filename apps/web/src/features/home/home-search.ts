import { oneOf } from '../../url/search-params.ts'

/** What the home page keeps in the URL: the range in days; 30 is the one without a parameter. */
export interface HomeSearch {
  range?: '7' | '365' | undefined
}

export function validateHomeSearch(raw: Record<string, unknown>): HomeSearch {
  return { range: oneOf(raw['range'], ['7', '365']) }
}
