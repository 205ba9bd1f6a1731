import { randomUUID } from 'node:crypto'
import { getCompany, type Company } from '@signet/contract/companies/onboarding'
import type { Caller, Examples } from '../../../test/every-call/examples.ts'
import { newCompany, send, tinyPng } from '../../../test/harness.ts'

/** A company without other demo data, so that it may be changed and archived. */
async function ownCompany({ user }: Caller): Promise<Company> {
  const { key } = await newCompany()
  return (await send(user, getCompany, { params: { company: key } })).body
}

export const examples: Examples = {
  inputs: {
    addCompany: ({ company }) => ({
      body: { key: `new-${randomUUID().slice(0, 8)}`, name: `Beside ${company.key}`, modules: {}, config: {} },
    }),
    changeCompany: async (caller) => {
      const { key, version } = await ownCompany(caller)
      return { params: { company: key }, body: { name: 'Another name', version } }
    },
    archiveCompany: async (caller) => ({ params: { company: (await ownCompany(caller)).key } }),
    putFeatures: async (caller) => {
      const { key, version } = await ownCompany(caller)
      return { params: { company: key }, body: { modules: { news: true }, pages: [], version } }
    },
    putLogo: async (caller) => ({
      params: { company: (await ownCompany(caller)).key },
      form: { files: [{ bytes: tinyPng('logo'), name: 'logo.png' }] },
    }),
  },
}
