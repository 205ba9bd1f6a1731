import { oneOf } from '../../url/search-params.ts'

export const settingsParts = ['alerts', 'assets', 'allowList', 'names'] as const

/** What the URL of the Settings holds: the part in view; absent for what is the user's own. */
export interface SettingsSearch {
  part?: (typeof settingsParts)[number] | undefined
}

export function validateSettingsSearch(raw: Record<string, unknown>): SettingsSearch {
  return { part: oneOf(raw['part'], settingsParts) }
}
