import { Readable } from 'node:stream'
import { fakeProviders } from '@signet/connectors/test/providers/fakes'
import { startFakeProviders, type FakeProviders, type Listing } from '@signet/connectors/test/providers/fake-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  connectors,
  listConnectors,
  putConnector,
  type PollConnectorName,
} from '@signet/contract/collection/connectors'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { listScans, startScan } from '@signet/contract/collection/scans'
import { listQueued } from '@signet/contract/review/qa'
import { listOwnFindings, type OwnAsset } from '@signet/contract/threats/own-assets'
import { newCompany, newUser, send, useWorld } from '../../../test/harness.ts'
import { collect } from './connectors/collect.job.ts'
import { scanFeed } from './scans/scan-feed.ts'

const world = useWorld()
let providers: FakeProviders
beforeAll(async () => {
  providers = await startFakeProviders(fakeProviders)
})
afterAll(() => providers.close())
beforeEach(() => {
  Object.assign(providers.world, { manner: 'ok', pageSize: 50, listings: () => [], freeAt: new Date() })
})

const brand = {
  key: 'quayside',
  name: 'Quayside Bank',
  aliases: ['quaysidebank'],
  official: ['quayside.example'],
  handles: [
    { source: 'Twitter' as const, handle: 'https://x.com/QuaysideBank' },
    { source: 'Reddit' as const, handle: 'u/quaysidebank' },
    { source: 'YouTube' as const, handle: '@quaysidebank' },
    { source: 'FB' as const, handle: 'https://www.facebook.com/quaysidebank' },
    { source: 'GoogleMaps' as const, handle: 'ChIJ7' },
    { source: 'Advertisements' as const, handle: 'Meta 10007' },
  ],
  phones: ['020 7946 0101'],
  accounts: [],
}

/** A company that owns an asset of each kind. */
async function createFixture() {
  const company = await newCompany()
  const superAdmin = await newUser('superAdmin', company)
  const reviewer = await newUser('qa', company)
  const query = { company: company.key }
  const { body: assets } = await send(superAdmin, getAssets, { query })
  const apps = [{ name: 'Quayside', packageName: 'com.quayside.app', signerSha256: [] }]
  const partner = { name: 'Quay Travel', role: 'agent' as const, domains: ['quaysidebank-travel.example'] }
  const partners = [{ ...partner, handles: [], phones: [], accounts: [] }]
  const body = { ...assets, brands: [brand], apps, partners }
  expect((await send(superAdmin, putAssets, { query, body })).status).toBe(200)
  return {
    company,
    superAdmin,
    query,
    waiting: async () => (await send(reviewer, listQueued, { query })).body.items,
    suppressed: async () => (await send(superAdmin, listOwnFindings, { query })).body.items,
  }
}

const text = 'Your Quayside Bank account will be blocked. Send your PIN at once'
const listing = (id: number, more: Partial<Listing> = {}): Listing => ({
  id: String(id),
  name: 'Quayside Bank Support',
  handle: `quayside_help${id}`,
  publisher: 'Quick Money Ltd',
  text,
  link: null,
  phone: null,
  at: new Date().toISOString(),
  followers: 0,
  isVerified: false,
  ...more,
})

const own: [PollConnectorName, Partial<Listing>, Partial<Listing>, OwnAsset][] = [
  ['x', { handle: 'QUAYSIDEBANK' }, {}, { kind: 'handle', value: 'https://x.com/QuaysideBank' }],
  ['reddit', { handle: 'QuaysideBank' }, {}, { kind: 'handle', value: 'u/quaysidebank' }],
  ['youtube', { handle: 'QuaysideBank' }, {}, { kind: 'handle', value: '@quaysidebank' }],
  [
    'facebookPages',
    { handle: 'QuaysideBank' },
    { name: 'Quayside Bank Customer Care', handle: 'quaysidebank.care' },
    { kind: 'handle', value: 'https://www.facebook.com/quaysidebank' },
  ],
  ['appStore', { handle: 'com.quayside.App' }, {}, { kind: 'app', value: 'com.quayside.app' }],
  ['googlePlaces', { phone: '+44 20 7946 0101' }, { phone: '+44 20 7946 0666' }, { kind: 'handle', value: 'ChIJ7' }],
  ['metaAds', {}, {}, { kind: 'handle', value: 'Meta 10007' }],
]

describe.each(own)('a run of %s', (name, mine, others, asset) => {
  test('reports what strangers have, and counts what the company has itself', async () => {
    const { company, superAdmin, query, waiting, suppressed } = await createFixture()
    const all = [listing(7, mine), listing(8, others)]
    providers.world.listings = (term) => (['', 'Quayside Bank'].includes(term) ? all : [])
    const credentials = Object.fromEntries(connectors[name].credentials.map((key) => [key, 'Aa1-'.repeat(8)]))
    const set = { params: { connector: name }, query, body: { isOn: true, credentials } }
    expect(await send(superAdmin, putConnector, set)).toMatchObject({ status: 200 })
    await world().database.pool.query(`update answer_gates set next_at = '2020-01-01'`)
    const parts = {
      database: world().database,
      files: world().files,
      secrets: world().secrets,
      enqueue: world().queue.enqueue,
      feedAllow: [providers.server.address],
      connectorsUrl: providers.server.url(''),
      lookUps: null,
    }
    const signals = { signal: new AbortController().signal, stopping: new AbortController().signal }
    await collect(parts, { companyId: company.id, connector: name }, signals)
    const { body } = await send(superAdmin, listConnectors, { query })
    expect(body.find(({ connector }) => connector === name)).toMatchObject({
      problem: null,
      observed: 2,
      found: 1,
      suppressed: 1,
    })
    expect(await suppressed()).toMatchObject([{ ...asset, source: connectors[name].source, suppressions: 1 }])
    expect(await waiting()).toHaveLength(1)
  })
})

test('a scan of a feed finds nothing in names and addresses of the company and its partners', async () => {
  const { company, superAdmin, waiting } = await createFixture()
  const params = { company: company.key }
  const { id } = (await send(superAdmin, startScan, { params, body: {} })).body
  const lines = [
    'quayside.example',
    'LOGIN.Quayside.Example.',
    'quaysidebank.quayside.example',
    'https://www.quayside.example/quaysidebank/login?utm_source=quaysidebank',
    'www.quaysidebank-travel.example',
    'https://quaysidebank-travel.example/login',
    'login-quaysidebank.test',
  ]
  const stdin = Readable.from([`${lines.join('\n')}\n`])
  await scanFeed({ database: world().database, feedAllow: [], stdin }, { scanId: id, feed: '-', companyId: company.id })
  expect((await send(superAdmin, listScans, { params })).body).toMatchObject([{ checked: 7, found: 1 }])
  expect((await waiting()).map(({ title }) => title)).toEqual(['login-quaysidebank.test'])
})
