import { cancelAssetHunt, getAssetHunt, startAssetHunt } from '@signet/contract/collection/asset-hunts'
import { getAssets, type ProtectedBrand } from '@signet/contract/companies/assets'
import { expect, test } from 'vitest'
import { earlier } from '../../../test/earlier.ts'
import { newCompany, newThreat, newUser, refusal, send, useWorld } from '../../../test/harness.ts'
import { runAssetHunt } from './asset-hunt.job.ts'
import { huntRetries } from './rule-hunts.jobs.ts'

const world = useWorld()

const none = { brands: [], domains: [], people: [], apps: [], partners: [] }
const brand: ProtectedBrand = {
  key: 'umbervale',
  name: 'Umbervale Bank',
  aliases: ['umbervale'],
  official: ['umbervale.example'],
  handles: [],
  phones: [],
  accounts: [],
}

async function createFixture() {
  const company = await newCompany()
  const admin = await newUser('superAdmin', company)
  const query = { company: company.key }
  const { body: saved } = await send(admin, getAssets, { query })
  const { version: _, ...assets } = saved
  const work = (huntId: string, { attempt = 1, signal = new AbortController().signal, readMax = 1000 } = {}) =>
    runAssetHunt(
      { database: world().database },
      { companyId: company.id, huntId },
      { signal, stopping: signal, attempt },
      readMax,
    )
  const start = (more: Partial<typeof assets>) =>
    send(admin, startAssetHunt, { query, body: { ...none, ...assets, ...more } })
  const read = async (assetHuntId: string) => (await send(admin, getAssetHunt, { params: { assetHuntId }, query })).body
  return {
    company,
    admin,
    query,
    assets,
    work,
    start,
    read,
    hunt: async (more: Partial<typeof assets>, readMax?: number) => {
      const { body } = await start(more)
      await work(body.id, readMax === undefined ? {} : { readMax })
      return read(body.id)
    },
  }
}

test('a preview shows which stored threats name a brand that is not saved yet, and changes nothing', async () => {
  const { company, admin, query, assets, hunt } = await createFixture()
  await newThreat(company, { stage: 'queued', name: 'umbervale-login.test' })
  await newThreat(company, { stage: 'deleted', name: 'secure-umbervale.test' })
  await newThreat(company, { stage: 'queued', name: 'weather.test' })
  await newThreat(company, { stage: 'queued', name: 'Umbervale Bank helpdesk', source: 'Instagram' })
  const threats = async () =>
    (await world().database.pool.query('select * from threats where company_id = $1', [company.id])).rows
  const before = await threats()
  const found = await hunt({ brands: [...assets.brands, brand] })
  expect(found).toMatchObject({ state: 'done', progress: 1, stored: 4, read: 4, isBounded: false, suppressed: [] })
  expect(found.caught.map(({ source, matched }) => [source, matched])).toEqual([
    ['Instagram', 1],
    ['Domain', 2],
  ])
  expect(await threats()).toEqual(before)
  expect((await send(admin, getAssets, { query })).body.brands).toEqual(assets.brands)
})

test('a preview shows which stored threats a new domain or partner would make the company’s own', async () => {
  const { company, assets, hunt } = await createFixture()
  await newThreat(company, { stage: 'queued', name: 'shop.harbour-deals.example' })
  await newThreat(company, { stage: 'queued', name: 'weather.test' })
  const partner = {
    name: 'Harbour Deals',
    role: 'reseller' as const,
    domains: ['harbour-deals.example'],
    handles: [],
    phones: [],
    accounts: [],
  }
  const asPartner = await hunt({ partners: [...assets.partners, partner] })
  expect(asPartner).toMatchObject({
    caught: [],
    suppressed: [{ source: 'Domain', matched: 1, outcomes: { undecided: 1 }, examples: [{ value: 'Harbour Deals' }] }],
  })
  const asDomain = await hunt({ domains: [...assets.domains, 'harbour-deals.example'] })
  expect(asDomain.suppressed).toMatchObject([{ source: 'Domain', matched: 1 }])
})

test('a preview of a brand shows what it would find in the built-in list of names', async () => {
  const { assets, hunt } = await createFixture()
  const wallet = { ...brand, key: 'metamask', name: 'MetaMask', aliases: ['metamask'], official: ['metamask.example'] }
  const found = await hunt({ brands: [...assets.brands, wallet] })
  expect(found.names?.read).toBeGreaterThan(1000)
  expect(found.names?.matched).toBeGreaterThan(5)
  expect(found.names?.examples[0]).toMatchObject({ value: 'MetaMask' })
  expect(await hunt({})).toMatchObject({ caught: [], suppressed: [], names: { matched: 0 } })
})

test('a preview reads the newest threats only, and says so when more are stored', async () => {
  const { company, assets, hunt } = await createFixture()
  await newThreat(company, { stage: 'queued', name: 'umbervale-old.test' })
  await newThreat(company, { stage: 'queued', name: 'umbervale-new.test' })
  const older = `update threats set first_seen = ${earlier('first_seen', '1 day')} where company_id = $1 and title = $2`
  await world().database.pool.query(older, [company.id, 'umbervale-old.test'])
  const found = await hunt({ brands: [...assets.brands, brand] }, 1)
  expect(found).toMatchObject({ state: 'done', stored: 2, read: 1, isBounded: true })
  expect(found.caught).toMatchObject([{ matched: 1, examples: [{ title: 'umbervale-new.test' }] }])
})

test('one preview of a company runs at a time, and one that is cancelled keeps what it found', async () => {
  const { company, admin, assets, query, start, work, read } = await createFixture()
  const { status, body } = await start({})
  expect(status).toBe(202)
  const colleague = await newUser('superAdmin', company)
  const again = () => send(colleague, startAssetHunt, { query, body: { ...none, ...assets } })
  expect(await again()).toMatchObject(refusal('HUNT_RUNNING'))
  const at = { params: { assetHuntId: body.id }, query, body: {} }
  expect(await send(admin, cancelAssetHunt, at)).toMatchObject({ status: 200, body: { state: 'cancelled' } })
  await work(body.id)
  expect(await read(body.id)).toMatchObject({ state: 'cancelled', read: 0 })
  expect(await send(admin, cancelAssetHunt, at)).toMatchObject(refusal('HUNT_NOT_RUNNING'))
  expect((await start({})).status).toBe(202)
})

test('a preview replaces the one that the same person left running, and one whose job no longer exists', async () => {
  const { company, assets, query, start, read, work } = await createFixture()
  const left = await start({})
  const next = await start({})
  expect(next.status).toBe(202)
  expect(await read(left.body.id)).toMatchObject({ state: 'cancelled' })
  await work(left.body.id)
  expect(await read(left.body.id)).toMatchObject({ state: 'cancelled', read: 0 })
  await world().database.pool.query(
    `update asset_hunts set created_at = now() - interval '1 day' where company_id = $1`,
    [company.id],
  )
  const colleague = await newUser('superAdmin', company)
  expect((await send(colleague, startAssetHunt, { query, body: { ...none, ...assets } })).status).toBe(202)
  expect(await read(next.body.id)).toMatchObject({ state: 'cancelled' })
})

test('a preview that is interrupted resumes, and one that fails for the last time is shown as failed', async () => {
  const { company, start, work, read } = await createFixture()
  await newThreat(company, { stage: 'queued', name: 'weather.test' })
  const { body } = await start({})
  const stop = new AbortController()
  stop.abort()
  await expect(work(body.id, { signal: stop.signal })).rejects.toThrow()
  expect(await read(body.id)).toMatchObject({ state: 'running', read: 1 })
  await work(body.id)
  expect(await read(body.id)).toMatchObject({ state: 'done', read: 1 })
  const { body: second } = await start({})
  await expect(work(second.id, { attempt: huntRetries + 1, signal: stop.signal })).rejects.toThrow()
  expect(await read(second.id)).toMatchObject({ state: 'failed' })
})

test('a preview with a host that nobody can own names its field', async () => {
  const { start } = await createFixture()
  const answer = await start({ domains: ['co.uk'] })
  expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'body.domains.0' }] } })
})
