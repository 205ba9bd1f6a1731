import { textOf } from '../../url/search-params.ts'

/** The URL state of the page of announcements and rules. */
export interface NotificationsSearch {
  q?: string | undefined
  page?: string | undefined
  /** Announcements are the default. */
  tab?: 'rules' | undefined
  /** The announcement or rule in the form; `new` for a new one. */
  edit?: string | undefined
}

export function validateNotificationsSearch(raw: Record<string, unknown>): NotificationsSearch {
  const page = textOf(raw['page'], 5)
  return {
    q: textOf(raw['q']),
    page: page && /^[1-9]\d*$/.test(page) ? page : undefined,
    tab: raw['tab'] === 'rules' ? 'rules' : undefined,
    edit: textOf(raw['edit'], 36),
  }
}
