import { expect, test } from 'vitest'
import { minuteMs } from '@signet/contract/time'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import type { FakeProvider } from '../../../test/providers/fake-provider.ts'
import { fakeLinkedinAds } from '../../../test/providers/fake-linkedin-ads.ts'

const credentials = { token: 'AQX-token' }
const search = { terms: ['Harbour Bank'] }

collectSuite('linkedinAds', { fake: fakeLinkedinAds, credentials, retryAt: () => new Date(Date.now() + minuteMs) })

test('searches the texts of ads and the names of advertisers', async () => {
  const { observations, requests } = await collected('linkedinAds', {
    fake: fakeLinkedinAds,
    credentials,
    search,
    listings: () => [listing({ id: '1470155666', name: 'Harbour Careers', publisher: 'Payer Ltd' })],
  })
  expect(observations).toMatchObject([
    {
      id: '1470155666',
      kind: 'advertisement',
      url: 'https://www.linkedin.com/ad-library/detail/1470155666',
      fields: { advertiser: 'Harbour Careers', adSource: 'LinkedIn', payer: 'Payer Ltd' },
      at: '2026-10-01T08:00:00.000Z',
    },
  ])
  expect(requests.map(({ searchParams }) => searchParams.get('keyword') ?? searchParams.get('advertiser'))).toEqual([
    'Harbour Bank',
    'Harbour Bank',
  ])
})

test('reads 500 ads of a search at most', async () => {
  const { observations } = await collected('linkedinAds', {
    fake: fakeLinkedinAds,
    credentials,
    search,
    listings: () => Array.from({ length: 600 }, (_, at) => listing({ id: String(at + 1) })),
    pageSize: 25,
  })
  expect(observations).toHaveLength(500)
})

const far = 9e15
const withFarTimes: FakeProvider = (request, world) => {
  const answer = fakeLinkedinAds(request, world)
  const body = JSON.stringify(answer?.body).replaceAll(/"(\w+ImpressionAt)":\d+/g, `"$1":${far}`)
  return answer && { ...answer, body }
}

test('survives times that are none', async () => {
  const run = { fake: withFarTimes, credentials, search, listings: () => [listing({ id: '5' })] }
  const { observations } = await collected('linkedinAds', run)
  expect(observations).toMatchObject([{ id: '5', at: null }])
})

const withoutVersion: FakeProvider = (request, world) =>
  fakeLinkedinAds({ ...request, headers: { ...request.headers, 'linkedin-version': 'old' } }, world)

test('says that LinkedIn no longer answers a version', async () => {
  await expect(collected('linkedinAds', { fake: withoutVersion, credentials, search })).rejects.toMatchObject({
    reason: 'API_CALL_REFUSED',
    parameters: { reply: 'No such version' },
  })
})
