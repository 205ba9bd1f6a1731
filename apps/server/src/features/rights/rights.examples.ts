import { randomUUID } from 'node:crypto'
import { getRights } from '@signet/contract/companies/rights'
import type { Examples } from '../../../test/every-call/examples.ts'
import { send, theWorld, type TestCompany } from '../../../test/harness.ts'

async function addDocument(company: TestCompany, marker: string): Promise<string> {
  const id = randomUUID()
  const file = { company_id: company.id, id, name: marker, type: 'application/pdf', size: 1, sha256: 'a'.repeat(64) }
  await theWorld().database.inCompanies([company.id], async (tx) => {
    await tx
      .insertInto('files')
      .values({ ...file, owner_kind: 'rights', owner_id: id, created_by: null, created_by_name: marker })
      .execute()
    await tx.insertInto('rights_documents').values({ company_id: company.id, id, kind: 'other' }).execute()
  })
  return id
}

export const examples: Examples = {
  records: { documentId: addDocument },
  inputs: {
    putRights: async ({ user, company }) => {
      const rights = (await send(user, getRights, { query: { company: company.key } })).body
      const { documents: _documents, ...body } = { ...rights, legalName: 'Meridian Bank AG' }
      return { body }
    },
    addRightsDocument: ({ company }) => ({
      form: {
        fields: { company: company.key, kind: 'authorisation', expiresOn: '2031-05-01' },
        files: [{ bytes: Buffer.from('%PDF-1.7\n'), name: 'letter.pdf' }],
      },
    }),
    deleteRightsDocument: async ({ company }) => ({
      params: { documentId: await addDocument(company, company.key) },
    }),
  },
  async rows(tx, { company, marker }) {
    await tx.insertInto('rights').values({ company_id: company.id, legal_name: marker }).execute()
    const mark = { office: 'DPMA', number: marker, name: marker, classes: [36], place: 0 }
    await tx
      .insertInto('trademarks')
      .values({ company_id: company.id, ...mark })
      .execute()
  },
}
