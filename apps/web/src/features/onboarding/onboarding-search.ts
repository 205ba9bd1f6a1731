import { flagOf, oneOf, textOf } from '../../url/search-params.ts'

export const stepKeys = [
  'company',
  'logo',
  'assets',
  'sources',
  'modules',
  'people',
  'signIn',
  'scan',
  'review',
] as const
export type StepKey = (typeof stepKeys)[number]

/** What the pages of onboarding keep in the URL. */
export interface OnboardingSearch {
  /** The company that is set up; with a step and without a company a new one is begun. */
  company?: string | undefined
  step?: StepKey | undefined
  q?: string | undefined
  /** The list shows archived companies. */
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
