import { oneOf, textOf } from '../../url/search-params.ts'

export const settingsParts = [
  'alerts',
  'assets',
  'allowList',
  'sources',
  'quality',
  'rules',
  'review',
  'rights',
  'takedowns',
  'services',
  'mailbox',
  'feeds',
  'tipPage',
  'users',
  'names',
] as const

/** The URL state of the settings: the current part, absent for the user's own preferences, and the search and pages of its lists. */
export interface SettingsSearch {
  part?: (typeof settingsParts)[number] | undefined
  q?: string | undefined
  page?: string | undefined
  /** The page of the company's own assets. */
  ownPage?: string | undefined
}

export function validateSettingsSearch(raw: Record<string, unknown>): SettingsSearch {
  return {
    part: oneOf(raw['part'], settingsParts),
    q: textOf(raw['q']),
    page: textOf(raw['page']),
    ownPage: textOf(raw['ownPage']),
  }
}
