import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/*
 * The wait grows with each wrong guess. Only the attempts stored in sign_ins count, so a restart resets nothing and two processes count
 * together.
 */

/** Wrong guesses within a minute, for one account or from one address, after which no further guess is checked. */
const refusedPerMinute = 10

/** The `reason` of a wrong code in sign_ins. */
export const wrongCode = 'code'

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

interface Guesses {
  passwords: number
  codes: number
  in_minute: number
  password_age: number | null
  code_age: number | null
  from_ip: number
  from_ip_in_minute: number
  ip_age: number | null
}

/**
 * Seconds until the next guess is checked; 0 if it is checked now. Wrong guesses of the last day count (there is no guessing at an identity
 * provider); for an account only those since its last sign-in or unlock. Null means no email or address. Runs in an identity transaction.
 * Indexes: sign_ins_email, sign_ins_ip.
 */
export async function lockSeconds(tx: Tx, email: string | null, ip: string | null): Promise<number> {
  const { rows } = await sql<Guesses>`
    with wrong as (
      select at, reason from sign_ins
      where email = ${email} and result = 'refused' and reason is distinct from 'sso' and at > now() - interval '1 day'
        and at > coalesce((select max(at) from sign_ins where email = ${email} and result = 'ok' and at > now() - interval '1 day'), '-infinity')
        and at > coalesce((select unlocked_at from users where email = ${email}), '-infinity')),
    near as (select at from sign_ins where ip = ${ip} and result = 'refused' and reason is distinct from 'sso' and at > now() - interval '1 day')
    select
      count(*) filter (where reason is distinct from ${wrongCode})::int as passwords,
      count(*) filter (where reason = ${wrongCode})::int as codes,
      count(*) filter (where at > now() - interval '1 minute')::int as in_minute,
      extract(epoch from now() - max(at) filter (where reason is distinct from ${wrongCode}))::float8 as password_age,
      extract(epoch from now() - max(at) filter (where reason = ${wrongCode}))::float8 as code_age,
      (select count(*) from near)::int as from_ip,
      (select count(*) from near where at > now() - interval '1 minute')::int as from_ip_in_minute,
      (select extract(epoch from now() - max(at)) from near)::float8 as ip_age
    from wrong`.execute(tx)
  const row = rows[0]
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

/** Resets the count of wrong guesses of an account. Runs in an identity transaction. */
export async function unlock(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ unlocked_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
}
