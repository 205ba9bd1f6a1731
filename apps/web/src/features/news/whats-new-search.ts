import { oneOf } from '../../url/search-params.ts'
import { newKinds, type NewKind } from './bulletin-text.ts'

/** What the page keeps in the URL. */
interface WhatsNewSearch {
  kind?: NewKind | undefined
}

export const validateSearch = (raw: Record<string, unknown>): WhatsNewSearch => ({ kind: oneOf(raw['kind'], newKinds) })
