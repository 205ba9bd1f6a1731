import { expect, test } from 'vitest'
import { dayMs } from '@signet/contract/time'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import { fakeX } from '../../../test/providers/fake-x.ts'

const credentials = { token: 'AAAA-bearer' }

collectSuite('x', { fake: fakeX, credentials })

test('finds posts with their author, and decodes their text', async () => {
  const post = listing({ id: '77', name: 'Harbour Bank', handle: 'harbour_help', text: 'Pay & win', link: null })
  const { observations } = await collected('x', {
    fake: fakeX,
    credentials,
    search: { terms: ['Harbour Bank'] },
    listings: (term) => (term === 'Harbour Bank' ? [post] : []),
  })
  expect(observations).toMatchObject([
    {
      kind: 'post',
      id: '77',
      url: 'https://x.com/harbour_help/status/77',
      fields: { Name: 'Harbour Bank', Handle: 'harbour_help', followers: 12 },
      text: 'Pay & win',
      links: [],
      account: { followers: 12, following: 3, isVerified: false },
    },
  ])
})

test('looks up accounts whose names resemble those of the company, all in one call', async () => {
  const { observations, requests } = await collected('x', {
    fake: fakeX,
    credentials,
    search: { terms: [], handles: ['harbourbank'] },
    listings: (term) => (term === 'harbourbankhelp' ? [listing({ id: '78', link: 'https://bad.example/' })] : []),
  })
  expect(observations).toMatchObject([
    { kind: 'profile', id: '978', handle: 'harbourbankhelp', links: ['https://bad.example/'] },
  ])
  expect(requests).toHaveLength(1)
  expect(
    requests[0]?.searchParams
      .get('usernames')
      ?.split(',')
      .every((name) => /^\w{4,15}$/.test(name)),
  ).toBe(true)
})

async function startAfter(since: number) {
  const cursor = { since: new Date(since).toISOString(), began: null, term: null, page: null }
  const search = { terms: ['Harbour Bank'] }
  const { requests } = await collected('x', { fake: fakeX, credentials, search, cursor: JSON.stringify(cursor) })
  return requests[0]?.searchParams.get('start_time')
}

test('asks only for what is newer than the last run, and not for more than seven days', async () => {
  const since = Date.now() - dayMs
  expect(Date.parse((await startAfter(since)) ?? '')).toBeLessThan(since)
  expect(await startAfter(Date.now() - 8 * dayMs)).toBeNull()
})

test('cuts a term that is too long, and keeps quotes out of the query', async () => {
  const term = `The "${'very '.repeat(120)}long" bank`
  const { requests } = await collected('x', { fake: fakeX, credentials, search: { terms: [term] } })
  const query = requests[0]?.searchParams.get('query') ?? ''
  expect(query.length).toBeLessThanOrEqual(512)
  expect(query).toMatch(/^"The very [^"]* very" -is:retweet$/)
})
