import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Examples } from '../../../test/every-call/examples.ts'
import { theWorld, type TestCompany } from '../../../test/harness.ts'

const sample = path.resolve(
  import.meta.dirname,
  '../../../../../packages/readers/test/apk/northwind-fake-same-icon.apk',
)

async function newAppFile(company: TestCompany, marker: string): Promise<string> {
  const id = randomUUID()
  await theWorld().database.inCompanies([company.id], (tx) =>
    tx
      .insertInto('app_files')
      .values({
        company_id: company.id,
        id,
        sha256: 'a'.repeat(64),
        name: marker,
        type: 'application/zip',
        size: '1',
        address: null,
        problem: null,
        score: null,
        brand_id: null,
        icon_hash: null,
        created_by: randomUUID(),
        created_by_name: marker,
      })
      .execute(),
  )
  return id
}

export const examples: Examples = {
  records: { appFileId: newAppFile },
  inputs: {
    addAppFile: ({ company }) => ({
      form: { fields: { company: company.key }, files: [{ bytes: readFileSync(sample), name: 'app.apk' }] },
    }),
    addAppAddress: ({ company }) => ({
      body: { company: company.key, address: 'https://apps.apple.com/gb/app/id4711' },
    }),
    getAppFile: async ({ company }) => ({ params: { appFileId: await newAppFile(company, 'app.apk') } }),
  },
  async rows(_tx, { company, marker }) {
    await newAppFile(company, marker)
  },
}
