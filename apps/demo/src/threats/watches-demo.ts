import { sql } from 'kysely'
import type { DemoPart } from '../demo-part.ts'

/**
 * When each watched threat of the demo is due for review: most in the next days, some already. Always the same for a threat; no random
 * numbers are drawn.
 */
export const watchesDemo: DemoPart = {
  name: 'watches',
  async load({ program, companyId, users, today }) {
    await program.database.inCompanies([companyId], (tx) =>
      sql`
        with placed as (
          select id, staged_at, ('x' || left(id::text, 6))::bit(24)::int as place
          from threats where company_id = ${companyId} and stage = 'watchlist' and is_demo
        ), chosen as (
          select id, staged_at, (array[1, 7, 7, 30])[1 + place % 4] as days, (place / 4 % 1000) / 1000.0 - 0.2 as share from placed
        ), checked as (
          select id, days, greatest(staged_at, ${today}::timestamptz + make_interval(secs => (share - 1) * days * 86400)) as checked_at
          from chosen
        )
        insert into qa_watches (company_id, threat_id, every_days, checked_at, checked_by_name, due_at)
        select ${companyId}, id, days, checked_at, ${users.qa.name}, checked_at + make_interval(days => days)
        from checked on conflict do nothing`.execute(tx),
    )
  },
}
