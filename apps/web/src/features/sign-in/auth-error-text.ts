import type { AuthError } from '@signet/contract/session'
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

/** What an error code of a sign-in means, in a sentence; null when the code is not known. */
export const authErrorText = (code: string): string | null =>
  Object.hasOwn(sentences, code) ? t(sentences[code as AuthError]) : null

/** Said when a call of the sign-in was not answered at all. */
export const noAnswer = () => t('noResponse')

/** What a refused sign-in says: the sentence of its code, or the code itself. */
export const refusalText = (code: string) => authErrorText(code) ?? t('signInFailed', { code })
