import { sql } from 'kysely'
import { loginDays, type getLoginAnalytics as contract } from '@signet/contract/access/login-analytics'
import { required } from '@signet/contract/narrow'
import { isoDay, dayMs } from '@signet/contract/time'
import type { IdentityHandler } from '../../app/handler.ts'
import type { Tx } from '../../db/database.ts'

const usersMax = 1000

interface Row {
  email: string
  name: string
  last_sign_in_at: Date | null
  /** Sign-ins by day in the form YYYY-MM-DD; days without sign-ins are absent. */
  by_day: Record<string, number>
}

/** The users of a company who may sign in, by name. Indexes: the users table is small; sign_ins_email. Runs in an identity transaction. */
async function signInsOf(tx: Tx, companyId: number, since: Date): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select u.email, u.name, u.last_sign_in_at, coalesce(d.by_day, '{}') as by_day
    from users u
    left join lateral (
      select jsonb_object_agg(day, count) as by_day from (
        select to_char(s.at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as count
        from sign_ins s where s.email = u.email and s.at >= ${since} and s.result = 'ok' group by 1
      ) days
    ) d on true
    where u.company_id = ${companyId} and u.is_active
    order by lower(u.name), u.id limit ${usersMax}`.execute(tx)
  return rows
}

export const getLoginAnalytics: IdentityHandler<typeof contract> = {
  withIdentity: async ({ identity, company }) => {
    const today = Math.floor(Date.now() / dayMs) * dayMs
    const days = Array.from({ length: loginDays }, (_, at) => new Date(today - (loginDays - 1 - at) * dayMs))
    const rows = await identity((tx) => signInsOf(tx, company.id, required(days[0], 'a day')))
    const dates = days.map(isoDay)
    return rows.map((row) => ({
      user: row.email,
      name: row.name,
      lastSignIn: row.last_sign_in_at?.toISOString() ?? null,
      signIns: dates.map((date) => ({ date, count: row.by_day[date] ?? 0 })),
    }))
  },
}
