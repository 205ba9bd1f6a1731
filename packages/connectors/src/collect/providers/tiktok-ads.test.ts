import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '@signet/contract/time'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import type { FakeProvider } from '../../../test/providers/fake-provider.ts'
import { fakeTiktokAds } from '../../../test/providers/fake-tiktok-ads.ts'

const credentials = { clientId: 'client-key', clientSecret: 'client-secret' }
const search = { terms: ['Harbour Bank'] }

collectSuite('tiktokAds', { fake: fakeTiktokAds, credentials, retryAt: () => new Date(Date.now() + minuteMs) })

test('has advertiser, payer, days and creative of an ad', async () => {
  const { observations } = await collected('tiktokAds', {
    fake: fakeTiktokAds,
    credentials,
    search,
    listings: () => [listing({ id: '1873831353981330', name: 'Harbour Invest', publisher: 'Payer Ltd' })],
  })
  expect(observations).toMatchObject([
    {
      id: '1873831353981330',
      kind: 'advertisement',
      at: '2026-10-01T00:00:00.000Z',
      fields: { advertiser: 'Harbour Invest', adSource: 'TikTok', payer: 'Payer Ltd', lastShown: '2026-11-02' },
      pictureUrl: 'https://pictures.test/1873831353981330.jpg',
    },
  ])
})

test('continues an interrupted search with the days that it began with', async () => {
  const bodies: string[] = []
  const fake: FakeProvider = (request, world) => {
    if (request.path.endsWith('/query/')) bodies.push(request.body)
    return fakeTiktokAds(request, world)
  }
  const page = '20250101 20250201 2025010120250201_1'
  const cursor = JSON.stringify({ since: null, began: new Date().toISOString(), term: 'Harbour Bank', page })
  const { observations } = await collected('tiktokAds', {
    fake,
    credentials,
    search,
    listings: () => [listing({ id: '1' }), listing({ id: '2' })],
    cursor,
    pageSize: 1,
  })
  expect(observations.map(({ id }) => id)).toEqual(['2'])
  expect(bodies[0]).toContain('"min":"20250101","max":"20250201"')
})

const withOldToken: FakeProvider = (request, world) =>
  fakeTiktokAds({ ...request, headers: { ...request.headers, authorization: 'Bearer of-yesterday' } }, world)
const withoutCalls: FakeProvider = (request, world) =>
  request.path.endsWith('/query/')
    ? { status: 200, body: { data: {}, error: { code: 'daily_quota_limit_exceeded', message: '' } } }
    : fakeTiktokAds(request, world)

test('is refused by a code within a successful answer', async () => {
  await expect(collected('tiktokAds', { fake: withOldToken, credentials, search })).rejects.toMatchObject({
    reason: 'API_KEY_REFUSED',
    parameters: { reply: 'access_token_invalid: The access token is invalid.' },
  })
})

test('waits for the next day if those of this one are used up', async () => {
  const error: unknown = await collected('tiktokAds', { fake: withoutCalls, credentials, search }).catch(
    (cause: unknown) => cause,
  )
  const { retryAt } = error as { retryAt: Date }
  expect(retryAt.getTime() % dayMs).toBe(0)
  expect(retryAt.getTime()).toBeGreaterThan(Date.now())
})
