import { msg, t, type Marked } from '../../words/words.ts'

/** The codes of a wrong set-up, each in words for the person who runs the installation. */
const faults: Record<string, Marked> = {
  Configuration: msg('Sign-in is not set up correctly.'),
  NO_SECRET: msg('The server has no signing secret.'),
  MISSING_NEXTAUTH_API_ROUTE_ERROR: msg('The sign-in address of the server is incomplete.'),
  CALLBACK_CREDENTIALS_HANDLER_ERROR: msg('The server has no check for passwords.'),
  EMAIL_REQUIRES_ADAPTER_ERROR: msg('Sign-in by mail needs a place to keep its tokens.'),
  MISSING_ADAPTER_METHODS_ERROR: msg('The place for sign-in tokens is incomplete.'),
  CALLBACK_CREDENTIALS_JWT_ERROR: msg('Passwords cannot be used with this kind of session.'),
  INVALID_CALLBACK_URL_ERROR: msg('The address to return to after sign-in is not allowed.'),
}

/** What is wrong with the set-up, and who can mend it; null for other codes. */
export function setUpFaultText(code: string): string | null {
  const fault = Object.hasOwn(faults, code) ? faults[code] : undefined
  return fault ? `${t(fault)} ${t('Tell the person who runs this installation.')}` : null
}
