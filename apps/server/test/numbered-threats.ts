import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '../src/db/database.ts'

/** Adds threats in one statement, and counts those again that are there already. */
export async function addThreats(tx: Tx, companyId: number, names: readonly string[]): Promise<string[]> {
  const rows = await tx
    .insertInto('threats')
    .values(
      names.map((title) => ({
        company_id: companyId,
        id: randomUUID(),
        source: 'Domain',
        fingerprint: Buffer.from(title),
        title,
        search: title,
        threat_type: 'Look-alike domain',
        severity: 3,
        fields: '{}',
        score: 80,
        first_seen: new Date(),
        last_seen: new Date(),
      })),
    )
    .onConflict((on) =>
      on
        .columns(['company_id', 'kind', 'source', 'fingerprint'])
        .doUpdateSet({ sightings: sql`threats.sightings + 1` }),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The numbers of a company's threats, in order. */
export const numbersIn = (database: Database, companyId: number): Promise<number[]> =>
  database.inCompanies([companyId], async (tx) => {
    const rows = await tx
      .selectFrom('threat_numbers as n')
      .innerJoin('threats as t', (on) =>
        on.onRef('t.company_id', '=', 'n.company_id').onRef('t.id', '=', 'n.threat_id'),
      )
      .select('n.number')
      .where('n.company_id', '=', companyId)
      .orderBy('n.number')
      .execute()
    return rows.map(({ number }) => number)
  })
