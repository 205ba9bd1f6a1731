import { expect, test } from 'vitest'
import { dayMs } from '@signet/contract/time'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import type { FakeProvider } from '../../../test/providers/fake-provider.ts'
import { fakeUrlscan } from '../../../test/providers/fake-urlscan.ts'

const credentials = { key: '0196d976-secret' }
const run = { fake: fakeUrlscan, credentials, search: { terms: ['Harbour Bank'] } }

collectSuite('urlscan', { fake: fakeUrlscan, credentials })

test('finds pages by their title, and pages elsewhere that load parts of the own site', async () => {
  const page = listing({ link: 'https://evil.example/login' })
  const { observations, requests } = await collected('urlscan', {
    ...run,
    search: { terms: ['Harbour "Bank"'], domains: ['harbour.example'] },
    listings: (term) => (term === 'harbour.example' ? [page] : []),
  })
  expect(requests.map(({ searchParams }) => searchParams.get('q'))).toEqual([
    'page.title:"Harbour Bank" AND date:>now-30d AND NOT page.domain:"harbour.example"',
    'domain:"harbour.example" AND date:>now-30d AND NOT page.domain:"harbour.example"',
  ])
  expect(observations).toMatchObject([
    {
      id: page.link,
      url: page.link,
      at: page.at,
      names: [page.name],
      links: ['https://short.example/1'],
      fields: { link: page.link, host: 'evil.example', urlSource: 'urlscan.io' },
    },
  ])
})

test('asks for the days since the last run only', async () => {
  const since = new Date(Date.now() - 2.5 * dayMs).toISOString()
  const cursor = JSON.stringify({ since, began: null, term: null, page: null })
  const { requests } = await collected('urlscan', { ...run, cursor })
  expect(requests[0]?.searchParams.get('q')).toContain('date:>now-4d')
})

test.each([
  ['Invalid API key', 'API_KEY_REFUSED'],
  ['Failed to parse query', 'API_CALL_REFUSED'],
])('an answer with status 400 and %j is %s', async (description, reason) => {
  const fake: FakeProvider = () => ({ status: 400, body: { description } })
  await expect(collected('urlscan', { ...run, fake })).rejects.toMatchObject({ reason })
})
