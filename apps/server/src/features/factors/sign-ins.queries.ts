import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { NewRow } from '../../db/rows.ts'
import type { ColumnValue } from '../../db/columns.ts'

/** Keeps an attempt to sign in, or another guess at a password or code. Runs in an identity transaction. */
export async function insertSignIn(tx: Tx, attempt: Omit<NewRow<'sign_ins'>, 'id' | 'at'>): Promise<void> {
  await tx.insertInto('sign_ins').values(attempt).execute()
}

/** Keeps a wrong guess of a signed-in user. Runs in an identity transaction. */
export function insertWrongGuess(
  tx: Tx,
  { email, userId }: { email: string; userId: string },
  ip: string | null,
  reason: ColumnValue<'sign_ins.reason'>,
): Promise<void> {
  return insertSignIn(tx, { email, user_id: userId, ip, user_agent: null, result: 'refused', reason })
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

/** The `reason` of a wrong code in sign_ins. */
export const wrongCode = 'code'

/** The wrong guesses of the last day for an account and from an address. Indexes: sign_ins_email, sign_ins_ip. */
export async function countGuesses(tx: Tx, email: string | null, ip: string | null): Promise<Guesses | undefined> {
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
  return rows[0]
}

/** Resets the count of wrong guesses of an account. Runs in an identity transaction. */
export async function unlock(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ unlocked_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
}
