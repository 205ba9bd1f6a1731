import { fakeAppStore } from '@signet/connectors/test/providers/fake-app-store'
import { startFakeProviders, type FakeProviders, type Listing } from '@signet/connectors/test/providers/fake-provider'
import { fakeFeeds } from '@signet/connectors/test/providers/fake-feeds'
import { fakePhishTank } from '@signet/connectors/test/providers/fake-phish-tank'
import { fakeRansomLook } from '@signet/connectors/test/providers/fake-ransomware'
import { fakeTelegramPreview } from '@signet/connectors/test/providers/fake-telegram-preview'
import { fakeTelegramUser } from '@signet/connectors/test/providers/fake-telegram-user'
import { fakeX } from '@signet/connectors/test/providers/fake-x'
import {
  getSourceCoverage,
  listConnectors,
  putConnector,
  type PollConnectorName,
} from '@signet/contract/collection/connectors'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { listQueued } from '@signet/contract/review/qa'
import { listQueuedTouts } from '@signet/contract/touts/qa-touts'
import type { BodyOf } from '@signet/contract/route'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { collect } from '../src/features/intake/connectors/collect.job.ts'
import type { CollectParts } from '../src/features/intake/connectors/reach-provider.ts'
import { newCompany, newUser, send, useWorld } from './harness.ts'

/** The route parameters of the connector that most tests switch on. */
export const ofAppStore = { params: { connector: 'appStore' } } as const

/** An app of the App Store that imitates "Quayside Bank". */
export const appOf = (id: number, more: Partial<Listing> = {}): Listing => ({
  id: String(id),
  name: 'Quayside Bank Login',
  handle: `app.unknown${id}`,
  publisher: 'Quick Money Ltd',
  text: 'Log in to Quayside Bank with your PIN',
  link: null,
  phone: null,
  at: '2026-10-01T08:00:00.000Z',
  followers: 0,
  isVerified: false,
  ...more,
})

/** The signals of a job that nobody interrupts. */
export const signals = () => ({ signal: new AbortController().signal, stopping: new AbortController().signal })

/** A world with local providers of apps, leak sites and posts, and companies that collect from them. */
export function connectorWorld() {
  const world = useWorld()
  let providers: FakeProviders
  beforeAll(async () => {
    providers = await startFakeProviders({
      appStore: fakeAppStore,
      ransomLook: fakeRansomLook,
      x: fakeX,
      feeds: fakeFeeds,
      sharedFeeds: fakeFeeds,
      phishTank: fakePhishTank,
      telegramPreview: fakeTelegramPreview,
      telegramUser: fakeTelegramUser,
    })
  })
  afterAll(() => providers.close())
  beforeEach(() => {
    Object.assign(providers.world, { manner: 'ok', pageSize: 2, listings: () => [], freeAt: new Date(), joined: 0 })
  })

  const run = (sql: string, ...values: unknown[]) => world().database.pool.query(sql, values)
  const parts = (): CollectParts => ({
    database: world().database,
    files: world().files,
    secrets: world().secrets,
    enqueue: world().queue.enqueue,
    feedAllow: [providers.server.address],
    connectorsUrl: providers.server.url(''),
    lookUps: null,
  })

  /** A company with one brand, and the user who sets up its connectors. */
  async function createFixture(
    connector: PollConnectorName = 'appStore',
    name = 'Quayside Bank',
    settings: Parameters<typeof newCompany>[0] = {},
  ) {
    const company = await newCompany(settings)
    const superAdmin = await newUser('superAdmin', company)
    const reviewer = await newUser('qa', company)
    const params = { connector }
    const query = { company: company.key }
    const { body: assets } = await send(superAdmin, getAssets, { query })
    const handles = [{ source: 'Twitter' as const, handle: '@quaysidebank' }]
    const aliases = [name.toLowerCase().replaceAll(' ', '')]
    const brand = { name, aliases, official: ['quayside.example'], key: 'quayside' }
    const brands = [{ ...brand, handles, phones: [], accounts: [] }]
    await send(superAdmin, putAssets, { query, body: { ...assets, brands } })
    return {
      company,
      superAdmin,
      query,
      turnOn: (credentials: BodyOf<typeof putConnector>['credentials'] = {}) =>
        send(superAdmin, putConnector, { params, query, body: { isOn: true, credentials } }),
      work: async () => {
        const { body } = await send(superAdmin, listConnectors, { query })
        return body.find((one) => one.connector === connector)
      },
      coverage: async () => (await send(superAdmin, getSourceCoverage, { query })).body,
      threats: async () => (await send(reviewer, listQueued, { query })).body.items,
      touts: async () => (await send(reviewer, listQueuedTouts, { query })).body.items,
      collectNow: async (more: Partial<CollectParts> = {}) => {
        await run(`update answer_gates set next_at = '2020-01-01'`)
        await collect({ ...parts(), ...more }, { companyId: company.id, connector }, signals())
      },
      makeDue: () => run('update connectors set next_run_at = now() where company_id = $1', company.id),
    }
  }

  return { world, providers: () => providers, run, parts, createFixture }
}

/** A message of an account that passes for the support of the company. */
export const post = (id: number, more: Partial<Listing> = {}): Listing => ({
  ...appOf(id),
  name: 'Quayside Bank Support',
  handle: `quayside_help${id}`,
  text: 'Your Quayside Bank account will be blocked. Send your PIN at once to https://quayside-login.test/',
  link: 'https://quayside-login.test/',
  at: new Date().toISOString(),
  ...more,
})
