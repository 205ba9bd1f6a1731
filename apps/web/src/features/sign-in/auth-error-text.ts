import type { AuthError } from '@signet/contract/session'

const configuration = 'Sign-in is not set up correctly. Tell the person who runs this installation.'

const sentences: Record<AuthError, string> = {
  CredentialsSignin: 'Email or password is wrong.',
  SessionRequired: 'Your session ended. Sign in to go on.',
  AccessDenied: 'This account may not sign in here.',
  OAuthSignin: 'Your identity provider could not be reached.',
  OAuthCallback: 'Your identity provider did not confirm the sign-in.',
  Callback: 'The sign-in could not be completed. Try again.',
  Configuration: configuration,
  TooManyAttempts: 'Too many attempts. Wait a few minutes and try again.',
  TotpRequired: 'Enter the code of your authenticator app.',
  TotpInvalid: 'That code is not valid. Enter the current one.',
  PasswordChangeRequired: 'Choose a new password before you sign in.',
}

/** The seven codes of a wrong set-up, each in words for the person who runs the installation. */
const setUpFaults: Record<string, string> = {
  NO_SECRET: 'The server has no signing secret.',
  MISSING_NEXTAUTH_API_ROUTE_ERROR: 'The sign-in address of the server is incomplete.',
  CALLBACK_CREDENTIALS_HANDLER_ERROR: 'The server has no check for passwords.',
  EMAIL_REQUIRES_ADAPTER_ERROR: 'Sign-in by mail needs a place to keep its tokens.',
  MISSING_ADAPTER_METHODS_ERROR: 'The place for sign-in tokens is incomplete.',
  CALLBACK_CREDENTIALS_JWT_ERROR: 'Passwords cannot be used with this kind of session.',
  INVALID_CALLBACK_URL_ERROR: 'The address to return to after sign-in is not allowed.',
}

/** What an error code of the session calls means, in a sentence; null when the code is not known. */
export function authErrorText(code: string): string | null {
  const fault = setUpFaults[code]
  if (fault) return `${fault} Tell the person who runs this installation.`
  return code in sentences ? sentences[code as AuthError] : null
}
