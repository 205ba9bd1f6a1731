import { randomBytes } from 'node:crypto'
import { everyExample, recordMakers } from './every-call/every-example.ts'
import { newThreat, newUser, theWorld, type TestCompany } from './harness.ts'

/** One row of every kind of record a company can have. One threat and one leak contain the marker. */
export async function fillCompany(company: TestCompany, marker: string): Promise<void> {
  const threat = await newThreat(company, { name: `login-${marker}-${company.id}.example` })
  const twin = await newThreat(company, { name: `twin-${company.id}.example`, stage: 'merged' })
  const user = await newUser('client', company)
  const made: Record<string, string> = {}
  for (const [name, make] of Object.entries(recordMakers)) made[name] = await make(company, 'record')
  const filling = {
    company,
    base: { company_id: company.id, threat_id: threat.id },
    twinId: twin.id,
    takedownId: made['takedownId'] as string,
    userId: user.id,
    marker,
  }
  await theWorld().database.inCompanies([company.id], async (tx) => {
    for (const examples of everyExample) await examples.rows?.(tx, filling)
    await tx
      .insertInto('idempotency_keys')
      .values({
        company_id: company.id,
        user_id: user.id,
        key: marker,
        route: 'x',
        body_hash: randomBytes(32),
        status: 200,
        answer: '{}',
      })
      .execute()
  })
}
