import { oneOf, textOf, webAddressOf } from '../../../url/search-params.ts'

/** The URL state of the page that adds threats. */
export interface AddThreatsSearch {
  /** As written. An unknown source is replaced by the first source of the company. */
  source?: string | undefined
  /** By default threats are added. */
  kind?: 'tout' | undefined
  /** By default one threat is added at a time. */
  mode?: 'many' | 'mail' | undefined
  /** The address of a suspicious page, from the bookmark of the browser. */
  address?: string | undefined
}

export function validateAddThreatsSearch(raw: Record<string, unknown>): AddThreatsSearch {
  return {
    source: textOf(raw['source'], 40),
    kind: oneOf(raw['kind'], ['tout']),
    mode: oneOf(raw['mode'], ['many', 'mail']),
    address: webAddressOf(raw['address']),
  }
}
