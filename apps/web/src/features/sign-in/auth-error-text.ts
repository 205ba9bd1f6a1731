import type { AuthError } from '@signet/contract/session'
import { msg, t, type Marked } from '../../words/words.ts'

const sentences: Record<AuthError, Marked> = {
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

/** What an error code of a sign-in means, in a sentence; null when the code is not known. */
export const authErrorText = (code: string): string | null =>
  Object.hasOwn(sentences, code) ? t(sentences[code as AuthError]) : null

/** Said when a call of the sign-in was not answered at all. */
export const noAnswer = () => t('The server did not answer. Check the connection and try again.')

/** What a refused sign-in says: the sentence of its code, or the code itself. */
export const refusalText = (code: string) => authErrorText(code) ?? t('Sign-in failed ({code}).', { code })
