import { oneOf } from '../../url/search-params.ts'

/** The URL state of the home page: the range in days; 30 has no parameter. */
export interface HomeSearch {
  range?: '7' | '365' | undefined
}

export function validateHomeSearch(raw: Record<string, unknown>): HomeSearch {
  return { range: oneOf(raw['range'], ['7', '365']) }
}
