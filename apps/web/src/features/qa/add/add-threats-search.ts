import { oneOf, textOf } from '../../../url/search-params.ts'

/** What the page that adds threats keeps in the URL. */
export interface AddThreatsSearch {
  /** As written; what is no source of the company falls back to its first. */
  source?: string | undefined
  /** Without it one threat at a time. */
  mode?: 'many' | undefined
}

export function validateAddThreatsSearch(raw: Record<string, unknown>): AddThreatsSearch {
  return { source: textOf(raw['source'], 40), mode: oneOf(raw['mode'], ['many']) }
}
