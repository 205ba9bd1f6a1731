import { oneOf } from '../../../url/search-params.ts'
import { newKinds, type NewKind } from '../bulletin-text.ts'

/** The URL state of the page. */
export interface WhatsNewSearch {
  kind?: NewKind | undefined
}

export const validateSearch = (raw: Record<string, unknown>): WhatsNewSearch => ({ kind: oneOf(raw['kind'], newKinds) })
