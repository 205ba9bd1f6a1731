import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '@signet/contract/time'
import { fakeAppStore } from '../../test/providers/fake-app-store.ts'
import { fakeGooglePlay } from '../../test/providers/fake-google-play.ts'
import { startFakeProviders, type FakeProviders, type Listing } from '../../test/providers/fake-provider.ts'
import type { Access } from '../collect/connector.ts'
import { readAppStore } from '../collect/providers/app-store.ts'
import { readGooglePlay } from './google-play.ts'
import type { StoreListing } from './store-listing.ts'

const listing: Listing = {
  id: '4711',
  name: 'Umber Pay',
  handle: 'com.umber.pay',
  publisher: 'Fast Finance Apps',
  text: 'Pay with Umber',
  link: 'https://umber-pay.example/',
  phone: null,
  at: '2026-10-01T08:00:00.000Z',
  followers: 0,
  isVerified: false,
}

let providers: FakeProviders
beforeAll(async () => {
  providers = await startFakeProviders({ appStore: fakeAppStore, googlePlay: fakeGooglePlay })
})
afterAll(() => providers.close())
beforeEach(() => {
  providers.server.requests.length = 0
  Object.assign(providers.world, {
    manner: 'ok',
    listings: () => [listing],
    freeAt: new Date(Math.ceil(Date.now() / secondMs) * secondMs + 5 * minuteMs),
  })
})

const access = (name: string, before: Access['before'] = () => Promise.resolve()): Access => ({
  credentials: {},
  base: providers.base(name),
  allowAddress: [providers.server.address],
  before,
})
const stores = {
  'Google Play': (id = 'com.umber.pay', to = access('googlePlay')) =>
    readGooglePlay(to, { packageName: id, country: 'DE' }),
  'App Store': (id = '4711', to = access('appStore')) => readAppStore(to, { id, country: 'DE' }),
} satisfies Record<string, (id?: string, to?: Access) => Promise<StoreListing | null>>

describe.each([
  ['Google Play', 'com.other.app'],
  ['App Store', '4712'],
] as const)('the page of an app in %s', (store, unknown) => {
  test('says what the app is called, who publishes it and where its icon is, and is kept as it was answered', async () => {
    const read = await stores[store]()
    expect(read?.observation).toMatchObject({
      source: 'APK',
      kind: 'app',
      fields: { appName: 'Umber Pay', packageName: 'com.umber.pay', store, publisher: 'Fast Finance Apps' },
      names: ['Umber Pay', 'Fast Finance Apps'],
      text: 'Pay with Umber',
      links: ['https://umber-pay.example/'],
      pictureUrl: 'https://pictures.test/4711.png',
    })
    expect(read?.document.text).toContain('Fast Finance Apps')
    expect(read?.url).toMatch(/com\.umber\.pay$|id4711$/)
  })

  test('is null for an app that the store does not have', async () => {
    expect(await stores[store](unknown)).toBeNull()
    providers.world.manner = 'silent'
    expect(await stores[store]()).toBeNull()
  })

  test.each([
    ['throttles', { kind: 'throttled' }],
    ['changed', { kind: 'changed_format' }],
    ['malformed', { kind: 'changed_format' }],
    ['huge', { reason: 'RESPONSE_TOO_LARGE' }],
    ['fails', { kind: 'unreachable' }],
  ] as const)('fails as what it is if the store %s', async (manner, error) => {
    providers.world.manner = manner
    await expect(stores[store]()).rejects.toMatchObject(error)
  })

  test('has no characters that a database does not store', async () => {
    providers.world.listings = () => [{ ...listing, name: 'Umber\0 \uD83D', text: '\0\uD83D' }]
    const read = await stores[store]()
    expect(JSON.stringify(read)).not.toMatch(/\\u(?:0000|d83d)/)
  })

  test('asks before each call', async () => {
    let calls = 0
    const counted = access(store === 'App Store' ? 'appStore' : 'googlePlay', () => {
      calls += 1
      return Promise.resolve()
    })
    await stores[store](undefined, counted)
    expect(calls).toBe(providers.server.requests.length)
  })
})

test('a page of Google Play that robots may not read is not read', async () => {
  const page = '/googlePlay/store/apps/details'
  providers.server.on('/googlePlay/robots.txt', (_, response) =>
    response.end('User-agent: *\nDisallow: /store/apps/details'),
  )
  await expect(stores['Google Play']()).rejects.toMatchObject({ kind: 'refused', reason: 'ROBOTS_REFUSED' })
  expect(providers.server.requests.some(({ url }) => url?.startsWith(page))).toBe(false)
})
