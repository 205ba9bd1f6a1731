import { randomUUID } from 'node:crypto'
import { getAssets } from '@signet/contract/companies/assets'
import { putBrandCapture } from '@signet/contract/companies/brand-captures'
import { putBrandLogo } from '@signet/contract/companies/brand-logos'
import type { Examples } from '../../../test/every-call/examples.ts'
import { addProposals, endSearch } from './proposals/proposals.queries.ts'
import { countOwnFindings } from './own-findings.queries.ts'
import { send, theWorld, type TestCompany, tinyPng } from '../../../test/harness.ts'

async function addBrand(company: TestCompany, marker: string): Promise<string> {
  const key = `brand-${randomUUID()}`
  await theWorld().database.inCompanies([company.id], (tx) =>
    tx
      .insertInto('brands')
      .values({ company_id: company.id, id: randomUUID(), key, name: marker, aliases: [marker], official: [] })
      .execute(),
  )
  return key
}

export const examples: Examples = {
  records: { brand: addBrand },
  inputs: {
    putBrandLogo: () => ({ form: { files: [{ bytes: tinyPng('brand'), name: 'logo.png' }] } }),
    deleteBrandLogo: async ({ user, company }) => {
      const params = { brand: await addBrand(company, company.key) }
      const form = { files: [{ bytes: tinyPng('brand'), name: 'logo.png' }] }
      await send(user, putBrandLogo, { params, query: { company: company.key }, form })
      return { params }
    },
    putBrandCapture: () => ({ form: { files: [{ bytes: tinyPng('page'), name: 'page.png' }] } }),
    deleteBrandCapture: async ({ user, company }) => {
      const params = { brand: await addBrand(company, company.key) }
      const form = { files: [{ bytes: tinyPng('page'), name: 'page.png' }] }
      await send(user, putBrandCapture, { params, query: { company: company.key }, form })
      return { params }
    },
    searchOwnSites: async ({ company }) => {
      // The search of the caller before waits for its job, which nothing runs.
      const end = { now: new Date(), files: 0, problems: [] }
      await theWorld().database.inCompanies([company.id], (tx) => endSearch(tx, company.id, end))
      return { body: { company: company.key } }
    },
    decideAssetProposals: async ({ company }) => ({
      body: {
        company: company.key,
        ids: [randomUUID()],
        isAccepted: false,
        brand: await addBrand(company, company.key),
      },
    }),
    putAssets: async ({ user, company }) => ({
      body: (await send(user, getAssets, { query: { company: company.key } })).body,
    }),
  },
  async rows(tx, { company, marker }) {
    await tx
      .insertInto('company_assets')
      .values({ company_id: company.id, domains: [marker] })
      .execute()
    const found = {
      kind: 'phone' as const,
      source: null,
      value: marker,
      compared: marker,
      signers: [],
      foundOn: marker,
    }
    await addProposals(tx, company.id, [found], new Date())
    const asset = { kind: 'domain' as const, value: `${marker}.example` }
    await countOwnFindings(tx, company.id, [{ source: 'Domain', asset }], new Date())
  },
}
