import { oneOf } from '../../url/search-params.ts'

const parts = ['names'] as const

/** What the URL of the Test screen holds: the part in view; absent for the installation. */
export interface TestSearch {
  part?: (typeof parts)[number] | undefined
}

export function validateTestSearch(raw: Record<string, unknown>): TestSearch {
  return { part: oneOf(raw['part'], parts) }
}
