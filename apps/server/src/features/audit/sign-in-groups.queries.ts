import { sql, type Insertable } from 'kysely'
import type { SignInResult } from '@signet/contract/access/account'
import type { Tx } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

/** The attempts of one minute on one account with the same result. */
export interface SignInGroup {
  company_id: number
  user_id: string
  name: string
  email: string
  role: string
  result: SignInResult
  minute: Date
  last_at: Date
  ip: string | null
  attempts: number
  addresses: number
  reason: string | null
}

/** Attempts on existing accounts in the whole minutes before an instant, in an identity transaction. */
export async function signInGroups(tx: Tx, now: Date, lookBackMinutes: number): Promise<SignInGroup[]> {
  const { rows } = await sql<SignInGroup>`
    select u.company_id, u.id as user_id, u.name, u.email, u.role, s.result, date_trunc('minute', s.at) as minute,
      max(s.at) as last_at, max(s.ip) as ip, count(*)::int as attempts, count(distinct s.ip)::int as addresses, max(s.reason) as reason
    from sign_ins s join users u on u.id = s.user_id
    where s.at < date_trunc('minute', ${now}::timestamptz) and s.at >= date_trunc('minute', ${now}::timestamptz) - make_interval(mins => ${lookBackMinutes})
    group by 1, 2, 3, 4, 5, 6, 7 order by minute, attempts desc, user_id`.execute(tx)
  return rows
}

/** Adds audit records of one company that aren't there yet; returns how many. */
export async function insertRecords(tx: Tx, records: Insertable<Tables['audit']>[]): Promise<number> {
  const inserted = await tx
    .insertInto('audit')
    .values(records)
    .onConflict((conflict) => conflict.columns(['company_id', 'id']).doNothing())
    .returning('id')
    .execute()
  return inserted.length
}
