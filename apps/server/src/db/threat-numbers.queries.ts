import { sql, type RawBuilder } from 'kysely'
import { threatNumberOf } from '@signet/contract/threats/threat-number'
import type { Tx } from './database.ts'

/** The number of a row of `threats` in a company. Index: threat_numbers_company_id_threat_id_key. */
export const numberOfThreat = (companyId: number): RawBuilder<number> =>
  sql<number>`(select n.number from threat_numbers n where n.company_id = ${companyId} and n.threat_id = threats.id)`

/** The short numbers of threats, by id. Index: threat_numbers_company_id_threat_id_key. */
export async function numbersOf(
  tx: Tx,
  companyId: number,
  threatIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (threatIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('threat_numbers')
    .select(['threat_id', 'number'])
    .where('company_id', '=', companyId)
    .where('threat_id', 'in', threatIds)
    .execute()
  return new Map(rows.map((row) => [row.threat_id, threatNumberOf(row.number)]))
}
