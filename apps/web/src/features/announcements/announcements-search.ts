import { textOf } from '../../url/search-params.ts'

/** What the page of announcements and rules keeps in the URL. */
export interface AnnouncementsSearch {
  q?: string | undefined
  page?: string | undefined
  /** Announcements unless it says otherwise. */
  tab?: 'rules' | undefined
  /** The announcement or rule in the form; `new` for one that is not there yet. */
  edit?: string | undefined
}

export function validateAnnouncementsSearch(raw: Record<string, unknown>): AnnouncementsSearch {
  const page = textOf(raw['page'], 5)
  return {
    q: textOf(raw['q']),
    page: page && /^[1-9]\d*$/.test(page) ? page : undefined,
    tab: raw['tab'] === 'rules' ? 'rules' : undefined,
    edit: textOf(raw['edit'], 36),
  }
}
