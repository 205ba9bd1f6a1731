import { expect, test } from 'vitest'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import { fakeFeeds } from '../../../test/providers/fake-feeds.ts'
import type { FakeProvider } from '../../../test/providers/fake-provider.ts'
import { readFeedAddresses } from '../lists/feed-addresses.ts'

const keyed = { feeds: 'https://feeds.example/list.txt X-Api-Key: feed-secret' }

collectSuite('feeds', { fake: fakeFeeds, credentials: keyed, isUnpaged: true, hasNoTerms: true, isBare: true })
collectSuite('sharedFeeds', {
  fake: fakeFeeds,
  credentials: { feeds: 'https://feeds.example/shared.csv' },
  isUnpaged: true,
  hasNoTerms: true,
  isBare: true,
})

test('a name is a domain and an address with a path a URL, in every format that a scan reads', async () => {
  const documents: Record<string, string> = {
    '/list.txt': 'login-harbour.example\nhttps://root.example/\nhxxps://evil[.]example/a?b\n',
    '/dump.json': JSON.stringify({
      7: [{ url: 'https://seven.example/x y' }],
      8: [{ url: 'https://eight.example/y' }],
    }),
  }
  const fake: FakeProvider = ({ path }) => ({ status: 200, body: documents[path] ?? '' })
  const feeds = Object.keys(documents)
    .map((path) => `https://feeds.example${path}`)
    .join('\n')
  const { observations, skipped } = await collected('feeds', { fake, credentials: { feeds } })
  expect(observations.map(({ source, id }) => [source, id])).toEqual([
    ['Domain', 'login-harbour.example'],
    ['Domain', 'root.example'],
    ['URL', 'https://evil.example/a?b'],
    ['URL', 'https://seven.example/x%20y'],
    ['URL', 'https://eight.example/y'],
  ])
  expect(observations[2]?.fields).toMatchObject({ host: 'evil.example', urlSource: 'feeds.example' })
  expect(skipped).toEqual([])
})

test('does not read again what has not changed since', async () => {
  const run = { fake: fakeFeeds, credentials: keyed, listings: () => [listing()] }
  const first = await collected('feeds', run)
  expect(first.observations).toHaveLength(1)
  const again = await collected('feeds', { ...run, cursor: first.cursor ?? '' })
  expect(again.observations).toEqual([])
})

test('a feed that fails does not keep the others from being read', async () => {
  const asked: string[] = []
  const fake: FakeProvider = ({ path }) => {
    asked.push(path)
    if (path === '/busy.txt') return { status: 429, headers: { 'retry-after': '3600' }, body: '' }
    return path === '/gone.txt' ? null : { status: 200, body: 'evil.example\n' }
  }
  const feeds = ['busy', 'gone', 'fine'].map((name) => `https://feeds.example/${name}.txt`).join('; ')
  const { failure, observations, cursor } = await collected('feeds', { fake, credentials: { feeds }, mayFail: true })
  expect(observations.map(({ id }) => id)).toEqual(['evil.example'])
  expect(failure).toMatchObject({ kind: 'throttled' })
  // The others are read at their usual time; the busy one is left alone until the time that it named.
  expect(failure?.retryAt).toBeUndefined()
  asked.length = 0
  await collected('feeds', { fake, credentials: { feeds }, mayFail: true, cursor: cursor ?? '' })
  expect(asked).toEqual(['/gone.txt', '/fine.txt'])
})

test.each([
  ['not an address', 'not an address'],
  ['https://a.example/ X-Key: 1\nftp://b.example/', 'ftp://b.example/'],
  ['https://a.example/ Host: b.example', 'https://a.example/ Host: b.example'],
  ['https://user:secret@a.example/', 'https://user:secret@a.example/'],
  [Array.from({ length: 21 }, (_value, at) => `https://a.example/${at}`).join('\n'), ''],
])('refuses lines that are no feed: %s', (text, refused) => {
  expect(readFeedAddresses(text)).toEqual({ refused })
})
