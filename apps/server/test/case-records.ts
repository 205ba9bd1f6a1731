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
    table === 'takedowns'
      ? `insert into takedowns (company_id, id, threat_id, requested_by_name, status) values ($1, $2, $3, $4, 'authorised')`
      : `insert into deeper_analyses (company_id, id, threat_id, requested_by_name, due_at, first_due_at)
         values ($1, $2, $3, $4, now(), now())`,
    [company.id, id, threat.id, marker],
  )
  return id
}
