import { oneOf, textOf } from '../../url/search-params.ts'

/** The URL state of the email page. */
export interface EmailSearch {
  /** The form is shown when this is absent. */
  view?: 'sent' | undefined
  q?: string | undefined
  page?: string | undefined
}

export function validateEmailSearch(raw: Record<string, unknown>): EmailSearch {
  const page = textOf(raw['page'], 5)
  return {
    view: oneOf(raw['view'], ['sent']),
    q: textOf(raw['q']),
    page: page && /^[1-9]\d*$/.test(page) ? page : undefined,
  }
}
