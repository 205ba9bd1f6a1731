import { sql, type RawBuilder } from 'kysely'
import type { Database, Tx } from '../../apps/server/src/db/database.ts'
import { startOf } from '../../apps/server/src/features/analytics/start-of.ts'
import { caseOptions } from '../../apps/server/src/features/cases/case-list.queries.ts'
import { takedownCases } from '../../apps/server/src/features/cases/takedowns.queries.ts'
import { activitySources } from '../../apps/server/src/features/threats/list/activity.queries.ts'
import { countsByDay } from '../../apps/server/src/features/threats/list/counted.queries.ts'
import type { LargeData } from './data/large-data-shape.ts'
import { median } from './measure.ts'
import type { RatioRow } from './rows.ts'

const rounds = 5
const changed = 2000

/** Kept counts next to counting their rows, and what keeping them adds to a change of many threats. */
export async function countRows(database: Database, { companyId, readers }: LargeData): Promise<RatioRow[]> {
  const scope = { companyId, userId: readers.client.userId, kind: 'threat', stages: ['published'] } as const
  const threats = sql`threats t where t.company_id = ${companyId} and t.kind = 'threat' and t.stage = 'published'`
  const since = startOf(365)
  const reading = async (name: string, kept: (tx: Tx) => Promise<unknown>, rows: RawBuilder<unknown>) => ({
    name: `${name}, kept / counted`,
    value: await ratioOf(database, companyId, kept, (tx) => rows.execute(tx)),
    is: 'at most' as const,
    bar: 0.5,
  })
  return [
    await reading(
      'sources of the activity',
      (tx) => activitySources(tx, scope, 'all'),
      sql`select t.source, count(*) from audit a, ${threats} and a.company_id = ${companyId} and a.target_id = t.id
        and a.action in ('threat.whitelist', 'threat.falsePositive', 'threat.takedown', 'threat.deeperAnalysis') group by 1`,
    ),
    await reading(
      'types of takedowns',
      (tx) => caseOptions(tx, takedownCases, companyId, 'type'),
      sql`select t.threat_type, count(*) from takedowns c, ${threats} and c.company_id = ${companyId} and c.threat_id = t.id group by 1`,
    ),
    await reading(
      'threats of 365 days by day and severity',
      (tx) => countsByDay(tx, scope, {}, since),
      sql`select (t.first_seen at time zone 'UTC')::date, t.severity, count(*) from ${threats}
        and not t.auto_filtered and t.first_seen >= ${since} group by 1, 2`,
    ),
    {
      name: `deciding on ${changed} threats with counts / without`,
      value: (await decidingMs(database, companyId, true)) / (await decidingMs(database, companyId, false)),
      is: 'at most',
      bar: 1.3,
    },
  ]
}

/** The median time of one kind of work through the median time of another, in turn. */
async function ratioOf(database: Database, companyId: number, ...works: ((tx: Tx) => Promise<unknown>)[]) {
  const times = works.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, work] of works.entries()) {
      await database.inCompanies([companyId], async (tx) => {
        const startedAt = performance.now()
        await work(tx)
        times[at]?.push(performance.now() - startedAt)
      })
    }
  }
  const [one = 0, other = 1] = times.map((all) => median(all))
  return one / other
}

/** The median time of a decision on many threats with its audit, which is rolled back. */
async function decidingMs({ pool }: Database, companyId: number, hasCounts: boolean): Promise<number> {
  const times: number[] = []
  const some = `select id from threats where company_id = ${companyId} and stage = 'published' order by id limit ${changed}`
  for (let round = 0; round < rounds; round += 1) {
    const client = await pool.connect()
    try {
      await client.query('begin')
      if (!hasCounts)
        await client.query(`alter table threats disable trigger threats_count_changed;
          alter table audit disable trigger audit_count_added`)
      const startedAt = performance.now()
      await client.query(`update threats set status = case status when 'open' then 'whitelist' else 'open' end
        where company_id = ${companyId} and id in (${some})`)
      await client.query(`insert into audit (company_id, id, action, target_type, target_id)
        select ${companyId}, gen_random_uuid(), 'threat.whitelist', 'threat', id from (${some}) decided`)
      times.push(performance.now() - startedAt)
      await client.query('rollback')
    } finally {
      client.release()
    }
  }
  return median(times)
}
