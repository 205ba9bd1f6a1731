import { randomUUID } from 'node:crypto'
import { startAssetHunt } from '@signet/contract/collection/asset-hunts'
import type { Caller, Examples } from '../../../test/every-call/examples.ts'
import { send, theWorld, type TestCompany } from '../../../test/harness.ts'
import { insertAssetHunt } from './asset-hunts.queries.ts'

const none = { brands: [], domains: [], people: [], apps: [], partners: [] }

async function newHunt(company: TestCompany, marker: string): Promise<string> {
  const id = randomUUID()
  const assets = JSON.stringify({ ...none, domains: [`${marker.toLowerCase()}.example`] })
  const ended = {
    state: 'done' as const,
    finished_at: new Date(),
    total: 0,
    run: null,
    read_to: null,
    read_seen: null,
    names: null,
  }
  const row = { company_id: company.id, id, assets, ...ended, created_by: id }
  await theWorld().database.inCompanies([company.id], (tx) => insertAssetHunt(tx, row))
  return id
}

/** One hunt of a company runs at a time, so that of another caller is ended first. */
async function endRunning(company: TestCompany): Promise<void> {
  const ended = `update asset_hunts set state = 'done', finished_at = now() where company_id = $1 and state = 'running'`
  await theWorld().database.pool.query(ended, [company.id])
}

async function ofStarted({ user, company }: Caller) {
  await endRunning(company)
  const { body } = await send(user, startAssetHunt, { query: { company: company.key }, body: none })
  return { params: { assetHuntId: body.id }, body: {} }
}

export const examples: Examples = {
  records: { assetHuntId: newHunt },
  inputs: {
    startAssetHunt: async ({ company }) => {
      await endRunning(company)
      return { body: none }
    },
    getAssetHunt: async ({ company }) => ({ params: { assetHuntId: await newHunt(company, 'hunt') } }),
    cancelAssetHunt: ofStarted,
  },
}
