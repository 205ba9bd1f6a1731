import { randomUUID } from 'node:crypto'
import { newThreat, theWorld, type TestCompany } from './harness.ts'

const insert = (text: string, values: unknown[]) => theWorld().database.pool.query(text, values)

/** A takedown or deeper analysis of a threat whose title contains the marker. */
export async function addCase(
  company: TestCompany,
  table: 'takedowns' | 'deeper_analyses',
  marker: string,
): Promise<string> {
  const threat = await newThreat(company, { name: `${randomUUID()}-${marker}.example` })
  const id = randomUUID()
  await insert(
    `insert into ${table} (company_id, id, threat_id, status, requested_by_name) values ($1, $2, $3, $4, $5)`,
    [company.id, id, threat.id, table === 'takedowns' ? 'authorised' : 'requested', marker],
  )
  return id
}
