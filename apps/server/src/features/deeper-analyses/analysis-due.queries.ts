import { sql } from 'kysely'
import type { AnalysisDueFigures } from '@signet/contract/requests/analysis-work'
import { required } from '@signet/contract/narrow'
import type { Tx } from '../../db/database.ts'
import { dueHoursOf } from '../cases/deeper-analyses.queries.ts'

/** How well due dates were kept since an instant. Index: deeper_analyses_requested. */
export async function dueFigures(tx: Tx, companyId: number, since: Date): Promise<AnalysisDueFigures> {
  const { rows } = await sql<Omit<AnalysisDueFigures, 'dueHours'>>`
    select count(*) filter (where completed_at is null)::int as open,
      count(*) filter (where completed_at is null and due_at < now())::int as overdue,
      count(*) filter (where completed_at <= least(due_at, first_due_at))::int as met,
      count(*) filter (where completed_at <= due_at and completed_at > first_due_at)::int as "metLater",
      count(*) filter (where completed_at > due_at)::int as missed,
      percentile_cont(0.5) within group (order by extract(epoch from completed_at - requested_at)::float8 * 1000)
        filter (where completed_at is not null) as "medianMs"
    from (select requested_at, due_at, first_due_at, status,
        case status when 'completed' then coalesce((reached_at ->> 'completed')::timestamptz, updated_at) end as completed_at
      from deeper_analyses where company_id = ${companyId} and status <> 'aborted') cases
    where status <> 'completed' or completed_at >= ${since}`.execute(tx)
  return { ...required(rows[0], 'the row of an aggregate'), dueHours: await dueHoursOf(tx, companyId) }
}
