import { expect, test } from 'vitest'
import { dayMs } from '@signet/contract/time'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import { fakeReddit } from '../../../test/providers/fake-reddit.ts'

const credentials = { clientId: 'an-app', clientSecret: 'its-secret' }
const search = { terms: ['Harbour Bank'] }

collectSuite('reddit', { fake: fakeReddit, credentials })

test('has the account, the text and where a post leads to, and nothing of deleted accounts', async () => {
  const { observations, skipped } = await collected('reddit', {
    fake: fakeReddit,
    credentials,
    search,
    listings: () => [
      listing({ id: '7', name: 'Harbour Bank paid me twice', handle: 'lucky' }),
      listing({ id: '8', handle: 'asker', link: null, text: 'Is this <b>real</b> & safe?' }),
      listing({ id: '9', handle: '[deleted]' }),
    ],
    pageSize: 10,
  })
  expect(observations).toMatchObject([
    {
      id: '7',
      url: 'https://www.reddit.com/r/scams/comments/7/post/',
      fields: { Username: 'lucky', ProfileUrl: 'https://www.reddit.com/user/lucky', subreddit: 'scams' },
      names: ['Harbour Bank paid me twice'],
      links: ['https://help.example/start'],
    },
    { id: '8', text: 'Is this <b>real</b> & safe?', links: [] },
  ])
  expect(skipped).toEqual([])
})

const three = () => [1, 2, 3].map((id) => listing({ id: String(id) }))

test('requests one token for a run, and asks for its turn before that too', async () => {
  const { requests, turns } = await collected('reddit', {
    fake: fakeReddit,
    credentials,
    search,
    listings: three,
    pageSize: 1,
  })
  expect(requests.map(({ pathname }) => pathname)).toEqual(['/api/v1/access_token', '/search', '/search', '/search'])
  expect(turns).toBe(4)
})

test('stops at posts that the last run has seen', async () => {
  const cursor = { since: new Date(Date.now() - dayMs).toISOString(), began: null, term: null, page: null }
  const { observations } = await collected('reddit', {
    fake: fakeReddit,
    credentials,
    search,
    cursor: JSON.stringify(cursor),
    listings: () => [
      listing({ id: '1', at: new Date().toISOString() }),
      ...[2, 3, 4].map((id) => listing({ id: String(id) })),
    ],
    pageSize: 2,
  })
  expect(observations.map(({ id }) => id)).toEqual(['1', '2'])
})

test('survives a time that is none', async () => {
  const { observations } = await collected('reddit', {
    fake: (request, world) => {
      const answer = fakeReddit(request, world)
      return (
        answer && { ...answer, body: JSON.stringify(answer.body).replace(/"created_utc":\d+/, '"created_utc":9e15') }
      )
    },
    credentials,
    search,
    listings: () => [listing({ id: '5' })],
  })
  expect(observations).toMatchObject([{ id: '5', at: null }])
})
