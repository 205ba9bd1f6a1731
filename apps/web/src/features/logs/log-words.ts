import type { signInResults } from '@signet/contract/logs'
import { msg, t, type Marked } from '../../words/words.ts'

const results: Record<(typeof signInResults)[number], Marked> = {
  ok: msg('Signed in'),
  challenged: msg('Second factor asked'),
  refused: msg('Refused'),
  throttled: msg('Held back'),
}

/** What became of an attempt to sign in. */
export const resultWord = (result: string): string => t(results[result as keyof typeof results] ?? result)
