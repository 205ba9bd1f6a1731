import { sourceOf } from '@signet/contract/threats/sources'
import { pageOf, textOf } from '../../../url/search-params.ts'

/** The URL state of the imports: the source of the next one, and the page of the list. */
export interface ImportsSearch {
  /** As written. */
  source?: string | undefined
  page?: string | undefined
}

export function validateImportsSearch(raw: Record<string, unknown>): ImportsSearch {
  const source = textOf(raw['source'], 40)
  return { source: source && sourceOf(source) ? source : undefined, page: pageOf(raw['page']) }
}
