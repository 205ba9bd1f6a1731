import { listing } from '@signet/connectors/test/providers/collected'
import { fakeX } from '@signet/connectors/test/providers/fake-x'
import { startFakeProviders, type FakeProviders } from '@signet/connectors/test/providers/fake-provider'
import { putConnector, runConnector } from '@signet/contract/collection/connectors'
import { getAssets, putAssets, type Assets } from '@signet/contract/companies/assets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKillWorld, type KillWorld } from './kill-world.ts'

let providers: FakeProviders
let world: KillWorld

beforeAll(async () => {
  providers = await startFakeProviders({ x: fakeX })
  const settings = { SIGNET_CONNECTORS_URL: providers.server.url(''), SIGNET_FEED_ALLOW: providers.server.address }
  world = await newKillWorld(1, settings)
}, 300_000)
afterAll(async () => {
  await world?.database.close()
  await providers?.close()
})

const postCount = 20
const term = 'Quayside Bank'
const posts = Array.from({ length: postCount }, (_, n) =>
  listing({
    id: String(n + 100),
    name: `${term} Support ${n}`,
    handle: `quayside_help${n}`,
    text: `Your ${term} account will be blocked. Send your PIN at once to https://quayside-login.test/`,
    at: new Date().toISOString(),
  }),
)

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const authorization = `Bearer ${await world.staffToken()}`
  const sent = body
    ? { headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : { headers: { authorization } }
  const address = `/api/rest${path.replace('{connector}', 'x')}?company=${world.companyKey}`
  const answer = await world.call(method, address, sent)
  expect(answer?.ok, `${method} ${path}`).toBe(true)
  return (await answer?.json()) as T
}

const work = async () => {
  const [row] = await world.signet.sql<{ observed: number; found: number; ran_at: Date | null }>(
    `select observed, found, ran_at from connectors where connector = 'x'`,
  )
  return row
}

/** The searches for posts that began with the first page. */
const beginnings = () =>
  providers.server.requests.filter(({ url = '' }) => url.includes('search/recent') && !url.includes('next_token'))
    .length

test(
  'a run whose worker is killed continues after its last batch, and nothing comes in twice',
  { timeout: 300_000 },
  async () => {
    providers.world.listings = (wanted) => (wanted === term ? posts : [])
    const first = await world.start()
    const assets = await call<Assets>('GET', getAssets.path)
    const brand = { key: 'quayside', name: term, aliases: ['quaysidebank'], official: ['quayside.example'] }
    const brands = [{ ...brand, handles: [], phones: [], accounts: [] }]
    const { companyKey: company } = world
    await call('PUT', putAssets.path, { ...assets, company, brands })
    await call('PUT', putConnector.path, { company, isOn: true, credentials: { token: 'AAAA' } })
    await expect.poll(async () => (await work())?.observed ?? 0, { interval: 20 }).toBeGreaterThan(3)
    expect(await first.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })
    const before = await work()
    expect(before?.ran_at).toBeNull()
    expect(before?.observed).toBeLessThan(postCount)

    const second = await world.start()
    // The lease of the dead worker ends.
    await world.signet.sql('update connectors set run_until = now()')
    await call('POST', runConnector.path)
    await expect.poll(async () => (await work())?.ran_at ?? null, { timeout: 120_000 }).not.toBeNull()
    expect(await work()).toMatchObject({ observed: postCount, found: postCount })
    expect(beginnings()).toBe(1)
    const counts = await world.signet.sql(
      `select count(*)::int as threats, sum(sightings)::int as sightings from threats where source = 'Twitter'`,
    )
    expect(counts).toEqual([{ threats: postCount, sightings: postCount }])
    expect((await second.end('SIGTERM')).code).toBe(0)
  },
)
