import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

/**
 * How many people reported these threats on the company's public page; those that nobody reported are left out. Index: tip_threats_pkey.
 */
export async function publicReportsOf(
  tx: Tx,
  companyId: number,
  threatIds: readonly string[],
): Promise<Map<string, number>> {
  if (threatIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; people: number }>`
    select l.threat_id as id, sum(t.reporters)::int as people
    from tip_threats l join tips t on t.company_id = l.company_id and t.id = l.tip_id
    where l.company_id = ${companyId} and l.threat_id = any (${threatIds}::uuid[]) group by l.threat_id`.execute(tx)
  return new Map(rows.map(({ id, people }) => [id, people]))
}

/** Adds how many people reported each. */
export async function withPublicReports<R extends { id: string }>(
  tx: Tx,
  companyId: number,
  records: readonly R[],
): Promise<(R & { publicReports?: number })[]> {
  const people = await publicReportsOf(
    tx,
    companyId,
    records.map(({ id }) => id),
  )
  return records.map((record) => {
    const publicReports = people.get(record.id)
    return publicReports === undefined ? record : { ...record, publicReports }
  })
}
