import { randomUUID } from 'node:crypto'
import type { Examples } from '../../../test/every-call/examples.ts'
import { theWorld, type TestCompany } from '../../../test/harness.ts'

/** A published report whose file name contains the marker. */
async function addReport(company: TestCompany, marker: string): Promise<string> {
  const id = randomUUID()
  const { sha256, size } = await theWorld().files.put(Buffer.from(`%PDF-1.7 ${marker}`))
  await theWorld().database.pool.query(
    `insert into files (company_id, id, owner_kind, owner_id, name, type, size, sha256, created_by_name)
     values ($1, $2, 'report', $2, $3, 'application/pdf', $4, $5, $6)`,
    [company.id, id, `${marker}.pdf`, size, sha256, marker],
  )
  await theWorld().database.pool.query(
    `insert into reports (company_id, id, kind, period, published_by_name) values ($1, $2, 'monthly', '2026-10', $3)`,
    [company.id, id, marker],
  )
  return id
}

export const examples: Examples = {
  records: {
    reportId: addReport,
  },
  inputs: {
    publishReport: ({ company }) => ({
      form: {
        fields: { company: company.key, kind: 'monthly', period: '2026-10' },
        files: [{ bytes: Buffer.from('%PDF-1.7\n'), name: 'report.pdf' }],
      },
    }),
  },
}
