import { describe, expect, test } from 'vitest'
import { hourMs } from '@signet/contract/time'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import { fakeFacebookPages, fakeInstagram, fakeMetaAds } from '../../../test/providers/fake-graph-api.ts'

const token = 'EAAG-token'

collectSuite('instagram', {
  fake: fakeInstagram,
  credentials: { token, accountId: '17841400000000001' },
  search: { terms: ['harbourbank', 'harbourpay'] },
  isLookUp: true,
})
collectSuite('facebookPages', { fake: fakeFacebookPages, credentials: { token } })
collectSuite('metaAds', { fake: fakeMetaAds, credentials: { token } })

test('waits an hour for a limit that has no time of its own', async () => {
  const search = { terms: ['Harbour Bank'] }
  const before = Date.now()
  const run = collected('metaAds', { fake: fakeMetaAds, credentials: { token }, search, manner: 'usedUp' })
  const error: unknown = await run.catch((cause: unknown) => cause)
  expect(error).toMatchObject({ kind: 'throttled' })
  const { retryAt } = error as { retryAt: Date }
  expect(retryAt.getTime()).toBeGreaterThanOrEqual(before + hourMs)
})

describe('instagram', () => {
  test('looks up names that resemble those of the company, and takes a missing account for an answer', async () => {
    const { observations, skipped, requests } = await collected('instagram', {
      fake: fakeInstagram,
      credentials: { token, accountId: '17841400000000001' },
      search: { handles: ['harbourbank'] },
      listings: (name) => (name === 'harbourbank_help' ? [listing({ name: 'Harbour Bank', text: 'DM us' })] : []),
    })
    expect(observations).toMatchObject([
      {
        kind: 'profile',
        handle: 'harbourbank_help',
        url: 'https://www.instagram.com/harbourbank_help/',
        fields: { Username: 'harbourbank_help', ProfileName: 'Harbour Bank', followers: 12 },
        text: 'DM us',
        links: ['https://help.example/start'],
      },
    ])
    expect(skipped).toEqual([])
    expect(requests.length).toBeGreaterThan(20)
    expect(requests.every(({ searchParams }) => !searchParams.has('access_token'))).toBe(true)
  })
})

describe('facebookPages', () => {
  test('has the address of a page, its name in it, and whether it is verified', async () => {
    const { observations } = await collected('facebookPages', {
      fake: fakeFacebookPages,
      credentials: { token },
      search: { terms: ['Harbour Bank'] },
      listings: () => [listing({ id: '5', isVerified: true }), listing({ id: '6', handle: 'Harbour-Help-123456' })],
    })
    expect(observations).toMatchObject([
      {
        fields: {
          subtype: 'Pages',
          PageName: 'Harbour Bank help',
          ProfileUrl: 'https://www.facebook.com/harbour.help/',
        },
        handle: 'harbour.help',
        account: { isVerified: true, followers: null },
      },
      { handle: null, account: { isVerified: false } },
    ])
  })
})

describe('metaAds', () => {
  test('has advertiser, payer, text and the displayed host, and no address with a token', async () => {
    const { observations, requests } = await collected('metaAds', {
      fake: fakeMetaAds,
      credentials: { token },
      search: { terms: ['Harbour Bank'], countries: ['DE', 'FR'] },
      listings: () => [
        listing({ id: '5', publisher: 'Quick Win', name: 'Harbour Bank pays', link: 'https://win.example/x' }),
      ],
    })
    expect(observations).toMatchObject([
      {
        kind: 'advertisement',
        url: 'https://www.facebook.com/ads/library/?id=5',
        fields: {
          advertiser: 'Quick Win',
          adSource: 'Meta',
          creative: 'Harbour Bank pays',
          landingUrl: 'https://win.example/',
          payer: 'Quick Win Ltd',
        },
        names: ['Quick Win', 'Quick Win Ltd'],
        text: 'Harbour Bank pays\nAsk us for help\nGet it',
        links: ['https://win.example/'],
      },
    ])
    expect(requests[0]?.searchParams.get('ad_reached_countries')).toBe('["DE","FR"]')
    expect(requests[0]?.searchParams.get('fields')).not.toContain('snapshot')
  })
})
