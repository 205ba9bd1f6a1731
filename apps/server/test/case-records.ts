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

/** A published report whose file name contains the marker. */
export async function addReport(company: TestCompany, marker: string): Promise<string> {
  const id = randomUUID()
  const { sha256, size } = await theWorld().files.put(Buffer.from(`%PDF-1.7 ${marker}`))
  await insert(
    `insert into files (company_id, id, owner_kind, owner_id, name, type, size, sha256, created_by_name)
     values ($1, $2, 'report', $2, $3, 'application/pdf', $4, $5, $6)`,
    [company.id, id, `${marker}.pdf`, size, sha256, marker],
  )
  await insert(
    `insert into reports (company_id, id, kind, period, published_by_name) values ($1, $2, 'monthly', '2026-10', $3)`,
    [company.id, id, marker],
  )
  return id
}

/** A request whose subject, text and message contain the marker. */
export async function addRequest(company: TestCompany, marker: string): Promise<string> {
  const id = randomUUID()
  await insert(
    `insert into requests (company_id, id, kind, subject, text, created_by_name) values ($1, $2, 'question', $3, $3, $3)`,
    [company.id, id, marker],
  )
  await insert(
    `insert into request_messages (company_id, id, request_id, by_name, is_staff, text) values ($1, $2, $3, $4, true, $4)`,
    [company.id, randomUUID(), id, marker],
  )
  return id
}

/** A scheduled report whose creator contains the marker. It belongs to no existing user, so only its company's key finds it. */
export async function addSchedule(company: TestCompany, marker: string): Promise<string> {
  const id = randomUUID()
  await insert(
    `insert into report_schedules (company_id, id, created_by, created_by_name, rhythm, sections, format, next_on)
     values ($1, $2, $3, $4, 'monthly', '{threats}', 'pdf', '2099-01-01')`,
    [company.id, id, randomUUID(), marker],
  )
  return id
}

/** A finished export whose requester and file contain the marker. It belongs to no existing user, so only its company's key finds it. */
export async function addExport(company: TestCompany, marker: string): Promise<string> {
  const id = randomUUID()
  await insert(
    `insert into exports (company_id, id, created_by, created_by_name, kind, format, status, finished_at)
     values ($1, $2, $3, $4, 'threats', 'csv', 'done', now())`,
    [company.id, id, randomUUID(), marker],
  )
  return id
}
