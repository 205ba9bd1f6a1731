import { oneOf } from '../../url/search-params.ts'

export const settingsParts = [
  'alerts',
  'assets',
  'allowList',
  'rights',
  'takedowns',
  'services',
  'feeds',
  'names',
] as const

/** The URL state of the settings: the current part; absent for the user's own preferences. */
export interface SettingsSearch {
  part?: (typeof settingsParts)[number] | undefined
}

export function validateSettingsSearch(raw: Record<string, unknown>): SettingsSearch {
  return { part: oneOf(raw['part'], settingsParts) }
}
