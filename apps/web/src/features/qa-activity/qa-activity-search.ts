import { oneOf, textOf } from '../../url/search-params.ts'

/** The URL state of the reviewer activity page: the range in days (30 has no parameter) and the reviewer in the panel. */
export interface QaActivitySearch {
  range?: '7' | '365' | undefined
  user?: string | undefined
}

export function validateQaActivitySearch(raw: Record<string, unknown>): QaActivitySearch {
  return { range: oneOf(raw['range'], ['7', '365']), user: textOf(raw['user'], 320) }
}
