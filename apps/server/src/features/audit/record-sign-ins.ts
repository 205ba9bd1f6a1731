import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'

// How far back it checks for unrecorded minutes after all processes were stopped.
const lookBackMinutes = 120
// A flood of attempts on many accounts at once creates at most this many records per company and minute.
const recordsPerMinute = 500

interface SignInGroup {
  company_id: number
  user_id: string
  name: string
  email: string
  role: string
  result: 'ok' | 'challenged' | 'refused' | 'throttled'
  minute: Date
  last_at: Date
  ip: string | null
  attempts: number
  addresses: number
  reason: string | null
}

/**
 * Copies sign-in attempts on existing accounts into the audit of their company: one record per minute, account and result with the number
 * of attempts, so that a flood of guesses can't fill the audit. Attempts on unknown names stay only in the sign-in log, because they belong
 * to no company.
 *
 * It is idempotent: the id of a record is derived from its content.
 */
export async function recordSignIns(database: Database, now: Date): Promise<number> {
  const groups = await database.inIdentity(async (tx) => {
    const { rows } = await sql<SignInGroup>`
      select u.company_id, u.id as user_id, u.name, u.email, u.role, s.result, date_trunc('minute', s.at) as minute,
        max(s.at) as last_at, max(s.ip) as ip, count(*)::int as attempts, count(distinct s.ip)::int as addresses, max(s.reason) as reason
      from sign_ins s join users u on u.id = s.user_id
      where s.at < date_trunc('minute', ${now}::timestamptz) and s.at >= date_trunc('minute', ${now}::timestamptz) - make_interval(mins => ${lookBackMinutes})
      group by 1, 2, 3, 4, 5, 6, 7 order by minute, attempts desc, user_id`.execute(tx)
    return rows
  })
  const counts = new Map<string, number>()
  const kept = groups.filter((group) => {
    const key = `${group.company_id} ${group.minute.getTime()}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= recordsPerMinute
  })
  let added = 0
  for (const [companyId, own] of Map.groupBy(kept, (group) => group.company_id)) {
    const inserted = await database.inCompanies([companyId], (tx) =>
      tx
        .insertInto('audit')
        .values(own.map(toRow))
        .onConflict((conflict) => conflict.columns(['company_id', 'id']).doNothing())
        .returning('id')
        .execute(),
    )
    added += inserted.length
  }
  return added
}

function toRow(group: SignInGroup) {
  const isRefused = group.result === 'refused' || group.result === 'throttled'
  return {
    company_id: group.company_id,
    id: idOf(group),
    at: group.last_at,
    user_id: group.user_id,
    by_name: group.name,
    by_email: group.email,
    by_role: group.role,
    ip: group.ip,
    action: `signIn.${group.result}`,
    target_type: 'user',
    target_id: group.user_id,
    before: null,
    after: group.attempts === 1 ? null : JSON.stringify({ attempts: group.attempts, addresses: group.addresses }),
    request_id: null,
    result: isRefused ? ('refused' as const) : ('ok' as const),
    reason: group.reason ?? (isRefused ? group.result : null),
  }
}

function idOf({ user_id: userId, result, minute }: SignInGroup): string {
  const hex = createHash('sha256').update(`sign-in ${userId} ${result} ${minute.toISOString()}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
