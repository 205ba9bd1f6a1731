import type { signInResults } from '@signet/contract/account'
import { t, type Word } from './words.ts'

const results: Record<(typeof signInResults)[number], Word> = {
  ok: 'signedIn',
  challenged: 'secondFactorRequested',
  refused: 'denied',
  throttled: 'rateLimited',
}

/** What became of an attempt to sign in. */
export const resultWord = (result: string): string => t(results[result as keyof typeof results] ?? result)
