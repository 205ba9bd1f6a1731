import type { SignInResult } from '@signet/contract/access/account'
import { t, type Word } from './words.ts'

const results: Record<SignInResult, Word> = {
  ok: 'signedIn',
  challenged: 'secondFactorRequested',
  refused: 'denied',
  throttled: 'rateLimited',
}

/** The result of a sign-in attempt. */
export const resultWord = (result: SignInResult): string => t(results[result])
