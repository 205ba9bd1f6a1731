import { flagOf, oneOf, textOf } from '../../url/search-params.ts'

export const stepKeys = [
  'company',
  'logo',
  'assets',
  'ownSites',
  'rights',
  'sources',
  'modules',
  'people',
  'signIn',
  'scan',
  'review',
] as const
export type StepKey = (typeof stepKeys)[number]

/** The URL state of the onboarding pages. */
export interface OnboardingSearch {
  /** The company being set up. A step without a company starts the setup of a new one. */
  company?: string | undefined
  step?: StepKey | undefined
  q?: string | undefined
  /** Whether the list shows archived companies. */
  archived?: '1' | undefined
}

export function validateOnboardingSearch(raw: Record<string, unknown>): OnboardingSearch {
  return {
    company: textOf(raw['company'], 100),
    step: oneOf(raw['step'], stepKeys),
    q: textOf(raw['q']),
    archived: flagOf(raw['archived']),
  }
}
