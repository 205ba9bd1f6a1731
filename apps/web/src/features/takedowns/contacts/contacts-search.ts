import { contactRules, type ContactRule } from '@signet/contract/takedowns/abuse-contacts'
import { oneOf, textOf } from '../../../url/search-params.ts'

/** The URL state of the list of contacts. */
export interface ContactsSearch {
  q?: string | undefined
  rule?: ContactRule | undefined
  page?: string | undefined
}

export function validateContactsSearch(raw: Record<string, unknown>): ContactsSearch {
  return { q: textOf(raw['q']), rule: oneOf(raw['rule'], contactRules), page: textOf(raw['page']) }
}
