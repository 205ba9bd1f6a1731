import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import { eachCompany } from '../../db/each-company.ts'
import { isOverdue, isRunning } from '../cases/case-list.queries.ts'
import { takedownCases } from '../cases/takedowns.queries.ts'
import { promisesIn } from '../threats/list/review-promises.queries.ts'

/* What the operators promise to all companies together. Those of the demo are promised nothing. */

/** The active companies that aren't of the demo. */
function servedCompanies(database: Database): Promise<number[]> {
  return database.inIdentity(async (tx) => {
    const rows = await tx
      .selectFrom('companies')
      .select('id')
      .where('is_active', '=', true)
      .where('is_demo', '=', false)
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  })
}

async function inServed<Found>(database: Database, read: (tx: Tx, ids: number[]) => Promise<Found[]>) {
  const ids = await servedCompanies(database)
  return ids.length === 0 ? [] : database.inCompanies(ids, (tx) => read(tx, ids))
}

const sum = (rows: readonly { overdue: number }[]) => rows.reduce((all, { overdue }) => all + overdue, 0)

/** How many threats and touts wait for review past their promised time. Index: threats_waiting. */
export async function overdueReviews(database: Database): Promise<number> {
  const rows = await inServed(database, (tx, ids) =>
    eachCompany(
      tx,
      ids,
      (company, from) => sql<{ overdue: number }>`
        select threats.overdue + touts.overdue as overdue from ${from}
        cross join lateral ${promisesIn(company, 'threat')} as threats
        cross join lateral ${promisesIn(company, 'tout')} as touts`,
    ),
  )
  return sum(rows)
}

/** How many running takedowns are past their target time. Index: takedowns_requested. */
export async function overdueTakedowns(database: Database): Promise<number> {
  const rows = await inServed(database, (tx, ids) =>
    eachCompany(
      tx,
      ids,
      (company, from) => sql<{ overdue: number }>`
        select counted.overdue from ${from} cross join lateral (
          select count(*)::int as overdue from takedowns cases
          join threats on threats.company_id = cases.company_id and threats.id = cases.threat_id
          where cases.company_id = ${company} and threats.company_id = ${company} and ${isRunning(takedownCases)}
            and ${isOverdue(takedownCases)}
        ) as counted`,
    ),
  )
  return sum(rows)
}
