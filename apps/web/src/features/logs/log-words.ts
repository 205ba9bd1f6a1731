import type { signInResults } from '@signet/contract/access/account'
import { t, type Word } from './words.ts'

const results: Record<(typeof signInResults)[number], Word> = {
  ok: 'signedIn',
  challenged: 'secondFactorRequested',
  refused: 'denied',
  throttled: 'rateLimited',
}

/** The result of a sign-in attempt. */
export const resultWord = (result: string): string => t(results[result as keyof typeof results] ?? result)
