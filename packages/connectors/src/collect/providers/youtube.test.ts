import { expect, test } from 'vitest'
import { minuteMs } from '@signet/contract/time'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import { fakeYoutube } from '../../../test/providers/fake-youtube.ts'
import { nextMidnight } from './google-failures.ts'

const credentials = { key: 'AIzaSecret' }
const run = { fake: fakeYoutube, credentials, search: { terms: ['Harbour'] } }

// An answer to too many calls per minute doesn't say when the next is accepted.
collectSuite('youtube', { fake: fakeYoutube, credentials, retryAt: () => new Date(Date.now() + minuteMs) })

test('reads texts that are escaped, and the account of the channel', async () => {
  const channel = listing({ id: '7', name: 'Harbour & Co "Live"', publisher: 'Harbour & Co' })
  const { observations } = await collected('youtube', { ...run, listings: () => [channel, { ...channel, id: '8' }] })
  const account = { createdAt: channel.at, followers: 12, following: null, isVerified: false }
  expect(observations).toMatchObject([
    { kind: 'profile', names: [channel.name], handle: 'harbour.help', account, fields: { subscribers: 12 } },
    { kind: 'post', names: [channel.name, 'Harbour & Co'], account, fields: { videoTitle: channel.name } },
  ])
})

test('asks for new videos only, but for all channels, because an old one may get a new name', async () => {
  const since = '2026-10-02T00:00:00.000Z'
  const cursor = JSON.stringify({ since, began: null, term: null, page: null })
  const { requests } = await collected('youtube', { ...run, cursor })
  const sent = requests.map(({ searchParams }) => [searchParams.get('type'), searchParams.get('publishedAfter')])
  expect(sent).toEqual([
    ['channel', null],
    ['video', '2026-10-01T00:00:00.000Z'],
  ])
})

test('has no key in an address', async () => {
  const { requests } = await collected('youtube', { ...run, listings: () => [listing()] })
  expect(requests.map(String).join(' ')).not.toContain(credentials.key)
})

test('a used-up quota is free again at midnight Pacific time', async () => {
  const retryAt = nextMidnight(new Date(), 'America/Los_Angeles')
  await expect(collected('youtube', { ...run, manner: 'usedUp' })).rejects.toMatchObject({
    reason: 'API_QUOTA_USED',
    retryAt,
  })
})

test.each([
  ['2026-06-10T12:00:00.000Z', '2026-06-11T07:00:00.000Z'],
  // The last second before a day of 25 hours, that day, and one of 23 hours.
  ['2026-11-01T06:59:59.000Z', '2026-11-01T07:00:00.000Z'],
  ['2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z'],
  ['2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
])('the midnight after %s is %s', (now, midnight) => {
  expect(nextMidnight(new Date(now), 'America/Los_Angeles').toISOString()).toBe(midnight)
})
