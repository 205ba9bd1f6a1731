import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

const timeMaxMs = 5_000

/**
 * The names that a company has on record, as they were seen: its threats, and how feeds wrote them. Newest first, without duplicates.
 * Indexes: threats_last_seen, sightings_pkey.
 */
export async function storedNames(tx: Tx, companyId: number, namesMax: number): Promise<string[]> {
  await sql`select set_config('statement_timeout', ${String(timeMaxMs)}, true)`.execute(tx)
  const { rows } = await sql<{ name: string }>`
    select name from (
      select coalesce(url, fields ->> 'domain_name', title) as name, last_seen as at from threats
      where company_id = ${companyId} and kind = 'threat' and source in ('Domain', 'URL')
      union all
      select s.text, s.seen_at from sightings s join threats t on t.company_id = s.company_id and t.id = s.threat_id
      where s.company_id = ${companyId} and t.kind = 'threat' and t.source in ('Domain', 'URL')
    ) stored group by name order by max(at) desc limit ${namesMax}`.execute(tx)
  return rows.map(({ name }) => name)
}
