import { sql, type RawBuilder } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import { eachCompany } from '../../db/each-company.ts'
import { isOverdue, isRunning } from '../cases/case-list.queries.ts'
import { analysisCases } from '../cases/deeper-analyses.queries.ts'
import { takedownCases } from '../cases/takedowns.queries.ts'
import { isRequestOverdue } from '../requests/requests.queries.ts'
import { promisedTimesIn } from '../threats/list/promised-times.queries.ts'

/*
 * What is watched in the rows of all companies. Row-level security also holds for the owner of the database, so these are read in a
 * transaction of the companies. Those of the demo don't count.
 */

/** How many are overdue, and how many more in the companies of the demo. */
export interface Overdue {
  overdue: number
  inDemo: number
}

/** The active companies. */
function activeCompanies(database: Database): Promise<{ id: number; is_demo: boolean }[]> {
  return database.inIdentity((tx) =>
    tx.selectFrom('companies').select(['id', 'is_demo']).where('is_active', '=', true).orderBy('id').execute(),
  )
}

async function inServed<Found>(database: Database, read: (tx: Tx, ids: number[]) => Promise<Found[]>) {
  const companies = await activeCompanies(database)
  const ids = companies.filter((company) => !company.is_demo).map(({ id }) => id)
  return ids.length === 0 ? [] : database.inCompanies(ids, (tx) => read(tx, ids))
}

const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0)

type Statement = (company: RawBuilder<number>, from: RawBuilder<unknown>) => RawBuilder<{ id: number; count: number }>

/** Counts in each company with one statement for all of them, or one for each on a cluster. */
async function overdueIn(database: Database, statement: Statement): Promise<Overdue> {
  const companies = await activeCompanies(database)
  if (companies.length === 0) return { overdue: 0, inDemo: 0 }
  const ids = companies.map(({ id }) => id)
  const rows = await database.inCompanies(ids, (tx) => eachCompany(tx, ids, statement))
  const demo = new Set(companies.filter((company) => company.is_demo).map(({ id }) => id))
  return {
    overdue: sum(rows.filter(({ id }) => !demo.has(id))),
    inDemo: sum(rows.filter(({ id }) => demo.has(id))),
  }
}

/** The statement for a query of one company that returns one row, with `count`. */
const eachWith =
  (counted: (company: RawBuilder<number>) => RawBuilder<unknown>): Statement =>
  (company, from) =>
    sql`select company.id, counted.count from ${from} cross join lateral (${counted(company)}) as counted`

/** How many threats and touts wait for review past their promised time. Index: threats_promised. */
export function overdueReviews(database: Database): Promise<Overdue> {
  return overdueIn(
    database,
    (company, from) => sql`
      select company.id, threats.overdue + touts.overdue as count from ${from}
      cross join lateral ${promisedTimesIn(company, 'threat')} as threats
      cross join lateral ${promisedTimesIn(company, 'tout')} as touts`,
  )
}

/** How many running takedowns are past their target time. Index: takedowns_requested. */
export function overdueTakedowns(database: Database): Promise<Overdue> {
  return overdueIn(
    database,
    eachWith(
      (company) => sql`
      select count(*)::int as count from takedowns cases
      join threats on threats.company_id = cases.company_id and threats.id = cases.threat_id
      where cases.company_id = ${company} and threats.company_id = ${company} and ${isRunning(takedownCases)}
        and ${isOverdue(takedownCases)}`,
    ),
  )
}

/** How many deeper analyses are overdue. Index: deeper_analyses_requested. */
export function overdueAnalyses(database: Database): Promise<Overdue> {
  return overdueIn(
    database,
    eachWith(
      (company) => sql`
      select count(*)::int as count from deeper_analyses cases
      where cases.company_id = ${company} and ${isRunning(analysisCases)} and ${analysisCases.isOverdue(company)}`,
    ),
  )
}

/** How many requests of clients are overdue. Index: requests_created. */
export function overdueRequests(database: Database): Promise<Overdue> {
  return overdueIn(
    database,
    eachWith(
      (company) => sql`
      select count(*)::int as count from requests where requests.company_id = ${company} and ${isRequestOverdue}`,
    ),
  )
}

/** How many notices of takedowns bounced in the last day. */
export async function bouncedNotices(database: Database): Promise<number> {
  const rows = await inServed(database, async (tx, ids) => {
    const found = await sql<{ count: number }>`
      select count(*)::int as count from takedown_attempts
      where company_id = any (${ids}::int[]) and status = 'bounced' and sent_at is not null and not is_demo
        and updated_at > now() - interval '1 day'`.execute(tx)
    return found.rows
  })
  return sum(rows)
}

/** How many connectors are on, and how many of them people were notified of: they bring in nothing. */
export async function connectorCounts(database: Database): Promise<{ on: number; troubled: number }> {
  const rows = await inServed(database, async (tx, ids) => {
    const found = await sql<{ on: number; troubled: number }>`
      select count(*)::int as on, count(alerted_at)::int as troubled from connectors
      where company_id = any (${ids}::int[]) and is_on and paused_at is null`.execute(tx)
    return found.rows
  })
  return rows[0] ?? { on: 0, troubled: 0 }
}
