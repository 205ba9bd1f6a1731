import { anySourceOf } from '@signet/contract/threats/sources'
import { oneOf, pageOf, textOf } from '../../../url/search-params.ts'

/** The URL state of the imports: the source of the next one, and the page of the list. */
export interface ImportsSearch {
  /** By default threats are imported. */
  kind?: 'tout' | undefined
  /** As written. */
  source?: string | undefined
  page?: string | undefined
}

export function validateImportsSearch(raw: Record<string, unknown>): ImportsSearch {
  const source = textOf(raw['source'], 40)
  return {
    kind: oneOf(raw['kind'], ['tout']),
    source: source && anySourceOf(source) ? source : undefined,
    page: pageOf(raw['page']),
  }
}
