import { expect, test } from 'vitest'
import { hourMs } from '@signet/contract/time'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import { startFakeProviders } from '../../../test/providers/fake-provider.ts'
import { fakeSearxng } from '../../../test/providers/fake-searxng.ts'
import { searxng } from './searxng.ts'

// Its limiter doesn't say when it is free again.
collectSuite('searxng', { fake: fakeSearxng, retryAt: () => new Date(Date.now() + hourMs) })

test('looks for documents with the exact name, not on the own sites', async () => {
  const { observations, requests } = await collected('searxng', {
    fake: fakeSearxng,
    search: { terms: ['Harbour "Bank"'], domains: ['harbour.example'] },
    listings: () => [listing({ id: '4' })],
  })
  expect(requests[0]?.searchParams.get('q')).toBe('"Harbour Bank" filetype:pdf -site:harbour.example')
  expect(observations).toMatchObject([
    {
      kind: 'document',
      url: 'https://files.example/4.docx',
      at: '2026-10-01T08:00:00.000Z',
      fields: { docSource: 'files.example', link: 'https://files.example/4.docx' },
    },
  ])
})

test('turns at most three pages, though there is always another', async () => {
  const many = Array.from({ length: 40 }, (_, index) => listing({ id: String(index * 4 + 3) }))
  const { requests } = await collected('searxng', {
    fake: fakeSearxng,
    search: { terms: ['Harbour'] },
    listings: () => many,
  })
  const pages = requests.filter(({ searchParams }) => searchParams.get('q')?.endsWith('pdf'))
  expect(pages.map(({ searchParams }) => searchParams.get('pageno'))).toEqual(['1', '2', '3'])
})

const before = () => Promise.resolve()

test('the test of the account names the engines that refuse to answer', async () => {
  const providers = await startFakeProviders({ searxng: fakeSearxng })
  try {
    const base = providers.base('searxng')
    const access = { credentials: { baseUrl: base }, base, allowAddress: [providers.server.address], before }
    expect(await searxng.check(access)).toContain('google,CAPTCHA')
  } finally {
    await providers.close()
  }
})
