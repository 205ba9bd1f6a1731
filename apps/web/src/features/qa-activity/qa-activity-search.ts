import { oneOf, textOf } from '../../url/search-params.ts'

/** What the page of reviewers keeps in the URL: the range in days, 30 without a parameter, and whose panel is open. */
export interface QaActivitySearch {
  range?: '7' | '365' | undefined
  user?: string | undefined
}

export function validateQaActivitySearch(raw: Record<string, unknown>): QaActivitySearch {
  return { range: oneOf(raw['range'], ['7', '365']), user: textOf(raw['user'], 320) }
}
