import type { AuthError } from '@signet/contract/access/session'
import { isOneOf, keysIn } from '@signet/contract/narrow'
import { t, type Word } from './words.ts'

const sentences: Record<AuthError, Word> = {
  CredentialsSignin: 'wrongCredentials',
  SessionRequired: 'sessionExpired',
  AccessDenied: 'accessDenied',
  OAuthSignin: 'identityProviderUnreachable',
  OAuthCallback: 'identityProviderRefused',
  Callback: 'signInIncomplete',
  Configuration: 'faultConfiguration',
  TooManyAttempts: 'tooManyAttempts',
  TotpRequired: 'totpRequired',
  TotpInvalid: 'invalidCode',
  PasswordChangeRequired: 'chooseANewPasswordBefore',
}

/** The meaning of a sign-in error code as a sentence; null for an unknown code. */
export const authErrorText = (code: string): string | null =>
  isOneOf(keysIn(sentences), code) ? t(sentences[code]) : null

/** The message for a sign-in call without a response. */
export const noAnswer = () => t('noResponse')

/** The message for a refused sign-in: the sentence for its code, or the code itself. */
export const signInRefusalText = (code: string) => authErrorText(code) ?? t('signInFailed', { code })
