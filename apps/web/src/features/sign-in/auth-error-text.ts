import type { AuthError } from '@signet/contract/session'
import { msg, t } from '../../words/words.ts'

const sentences: Record<AuthError, string> = {
  CredentialsSignin: msg('Email or password is wrong.'),
  SessionRequired: msg('Your session ended. Sign in to go on.'),
  AccessDenied: msg('This account may not sign in here.'),
  OAuthSignin: msg('Your identity provider could not be reached.'),
  OAuthCallback: msg('Your identity provider did not confirm the sign-in.'),
  Callback: msg('The sign-in could not be completed. Try again.'),
  Configuration: msg('Sign-in is not set up correctly.'),
  TooManyAttempts: msg('Too many attempts. Wait a few minutes and try again.'),
  TotpRequired: msg('Enter the code of your authenticator app.'),
  TotpInvalid: msg('That code is not valid. Enter the current one.'),
  PasswordChangeRequired: msg('Choose a new password before you sign in.'),
}

/** The seven codes of a wrong set-up, each in words for the person who runs the installation. */
const setUpFaults: Record<string, string> = {
  NO_SECRET: msg('The server has no signing secret.'),
  MISSING_NEXTAUTH_API_ROUTE_ERROR: msg('The sign-in address of the server is incomplete.'),
  CALLBACK_CREDENTIALS_HANDLER_ERROR: msg('The server has no check for passwords.'),
  EMAIL_REQUIRES_ADAPTER_ERROR: msg('Sign-in by mail needs a place to keep its tokens.'),
  MISSING_ADAPTER_METHODS_ERROR: msg('The place for sign-in tokens is incomplete.'),
  CALLBACK_CREDENTIALS_JWT_ERROR: msg('Passwords cannot be used with this kind of session.'),
  INVALID_CALLBACK_URL_ERROR: msg('The address to return to after sign-in is not allowed.'),
  Configuration: sentences.Configuration,
}

/** What an error code of the session calls means, in a sentence; null when the code is not known. */
export function authErrorText(code: string): string | null {
  const fault = Object.hasOwn(setUpFaults, code) ? setUpFaults[code] : undefined
  if (fault) return `${t(fault)} ${t('Tell the person who runs this installation.')}`
  return Object.hasOwn(sentences, code) ? t(sentences[code as AuthError]) : null
}

/** Said when a call of the sign-in was not answered at all. */
export const noAnswer = () => t('The server did not answer. Check the connection and try again.')

/** What a refused sign-in says: the sentence of its code, or the code itself. */
export const refusalText = (code: string) => authErrorText(code) ?? t('Sign-in failed ({code}).', { code })
