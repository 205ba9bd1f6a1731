import { t, type Word } from './words.ts'

/** The codes of configuration errors, with explanations for the person who runs the installation. */
const faults: Record<string, Word> = {
  Configuration: 'faultConfiguration',
  NO_SECRET: 'faultNoSecret',
  MISSING_NEXTAUTH_API_ROUTE_ERROR: 'faultSignInUrl',
  CALLBACK_CREDENTIALS_HANDLER_ERROR: 'faultNoPasswordCheck',
  EMAIL_REQUIRES_ADAPTER_ERROR: 'faultEmailTokens',
  MISSING_ADAPTER_METHODS_ERROR: 'faultTokenStorage',
  CALLBACK_CREDENTIALS_JWT_ERROR: 'faultSessionType',
  INVALID_CALLBACK_URL_ERROR: 'returnPageNotAllowed',
}

/** The configuration error and who can fix it; null for other codes. */
export function setUpFaultText(code: string): string | null {
  const fault = Object.hasOwn(faults, code) ? faults[code] : undefined
  return fault ? `${t(fault)} ${t('contactAdministrator')}` : null
}
