import { t, type Word } from './words.ts'

/** The codes of a wrong set-up, each in words for the person who runs the installation. */
const faults: Record<string, Word> = {
  Configuration: 'signInIsNotSet',
  NO_SECRET: 'serverHasNoSigningSecret',
  MISSING_NEXTAUTH_API_ROUTE_ERROR: 'signInAddress',
  CALLBACK_CREDENTIALS_HANDLER_ERROR: 'serverHasNoCheck',
  EMAIL_REQUIRES_ADAPTER_ERROR: 'signInByMailNeeds',
  MISSING_ADAPTER_METHODS_ERROR: 'placeForSignInTokens',
  CALLBACK_CREDENTIALS_JWT_ERROR: 'passwordsCannotBeUsed',
  INVALID_CALLBACK_URL_ERROR: 'addressToReturnToAfter',
}

/** What is wrong with the set-up, and who can mend it; null for other codes. */
export function setUpFaultText(code: string): string | null {
  const fault = Object.hasOwn(faults, code) ? faults[code] : undefined
  return fault ? `${t(fault)} ${t('tellThePersonWhoRuns')}` : null
}
