import { randomUUID } from 'node:crypto'
import { addImport, startImport } from '@signet/contract/collection/imports'
import type { Caller, Examples } from '../../../test/every-call/examples.ts'
import { send, theWorld, type TestCompany } from '../../../test/harness.ts'

const file = { bytes: Buffer.from('domain\nlogin-example.test\n'), name: 'list.csv' }
const mapping = {
  fields: { domain_name: 'domain' },
  threatType: { otherwise: 'Phishing site' },
  severity: { otherwise: 'Low' },
}

async function withImport({ user, company }: Caller) {
  const fields = { company: company.key, source: 'Domain' }
  const { body } = await send(user, addImport, { form: { fields, files: [file] } })
  return { params: { importId: body.id } }
}

async function withStarted(caller: Caller) {
  const input = await withImport(caller)
  await send(caller.user, startImport, { ...input, query: { company: caller.company.key }, body: { mapping } })
  return { ...input, body: {} }
}

async function newImport(company: TestCompany, marker: string): Promise<string> {
  const id = randomUUID()
  await theWorld().database.inCompanies([company.id], (tx) =>
    tx
      .insertInto('imports')
      .values({
        company_id: company.id,
        id,
        source: 'Domain',
        sha256: 'a'.repeat(64),
        name: marker,
        size: '1',
        kind: 'csv',
        columns: '[]',
        sample: '[]',
        mapping: JSON.stringify(mapping),
        run: null,
        problem: null,
        undone_to: null,
        finished_at: null,
        created_by: randomUUID(),
        created_by_name: marker,
      })
      .execute(),
  )
  return id
}

export const examples: Examples = {
  records: { importId: newImport },
  inputs: {
    addImport: ({ company }) => ({ form: { fields: { company: company.key, source: 'Domain' }, files: [file] } }),
    getImport: withImport,
    previewImport: async (caller) => ({ ...(await withImport(caller)), body: { mapping } }),
    startImport: async (caller) => ({ ...(await withImport(caller)), body: { mapping } }),
    cancelImport: withStarted,
    undoImport: async (caller) => {
      const input = await withStarted(caller)
      await theWorld().database.pool.query(`update imports set state = 'done' where id = $1`, [input.params.importId])
      return input
    },
  },
  async rows(tx, { base, company, marker }) {
    const importId = await newImport(company, marker)
    await tx
      .insertInto('imported_threats')
      .values({ ...base, import_id: importId })
      .execute()
  },
}
