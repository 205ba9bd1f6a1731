import type { Tx } from '../../db/database.ts'
import { countGuesses } from './sign-ins.queries.ts'

/*
 * The wait grows with each wrong guess. Only the attempts stored in sign_ins count, so a restart resets nothing and two processes count
 * together.
 */

/** Wrong guesses within a minute, for one account or from one address, after which no further guess is checked. */
const refusedPerMinute = 10

/** From this number on, each further wrong guess doubles the wait. */
const free = { passwords: 10, codes: 5, fromAddress: 50 } as const
const firstWaitSeconds = 60
const longestWaitSeconds = 3600
// An address may be shared by a whole office: there, only every tenth guess doubles the wait.
const addressStep = 10

/** Seconds to wait after the last of this many wrong guesses; 0 while there are few. */
function waitSeconds(wrong: number, freeOnes: number, step = 1): number {
  if (wrong < freeOnes) return 0
  return Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** Math.min(20, Math.floor((wrong - freeOnes) / step)))
}

/**
 * Seconds until the next guess is checked; 0 if it is checked now. Wrong guesses of the last day count (there is no guessing at an identity
 * provider); for an account only those since its last sign-in or unlock. Null means no email or address. Runs in an identity transaction.
 */
export async function lockSeconds(tx: Tx, email: string | null, ip: string | null): Promise<number> {
  const row = await countGuesses(tx, email, ip)
  if (!row) return 0
  const left = [
    leftOf(waitSeconds(row.passwords, free.passwords), row.password_age),
    leftOf(waitSeconds(row.codes, free.codes), row.code_age),
    leftOf(waitSeconds(row.from_ip, free.fromAddress, addressStep), row.ip_age),
    row.in_minute >= refusedPerMinute || row.from_ip_in_minute >= refusedPerMinute ? 1 : 0,
  ]
  return Math.ceil(Math.max(...left))
}

/** The rest of a wait; the last guess may be newer than the current transaction. */
function leftOf(wait: number, ageSeconds: number | null): number {
  return Math.max(0, wait - Math.max(0, ageSeconds ?? 0))
}
