import { oneOf, textOf } from '../../url/search-params.ts'

/** What the page of mails keeps in the URL. */
export interface EmailSearch {
  /** Absent: the form to write one. */
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
