import { secondMs } from '@signet/contract/time'
import { pageOf, recordsOf, type FakeAnswer, type FakeProvider, type Listing } from './fake-provider.ts'

const problem = (status: number, type: string, title: string, detail: string): FakeAnswer => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { type, title, status, detail },
})

const userOf = ({ id, name, handle, text, link, at, followers, isVerified, picture }: Listing) => ({
  id: `9${id}`,
  name,
  username: handle,
  created_at: at,
  description: text.replaceAll('&', '&amp;'),
  verified: isVerified,
  profile_image_url: picture ?? `https://pictures.test/${id}.png`,
  public_metrics: { followers_count: followers, following_count: 3, tweet_count: 5, listed_count: 0 },
  ...(link === null ? {} : { entities: { url: { urls: [{ url: 'https://t.co/u', expanded_url: link }] } } }),
})

/** The API of X, version 2, with the bearer token of an app. */
export const fakeX: FakeProvider = ({ path, query, headers }, world) => {
  if (!headers.authorization?.startsWith('Bearer ') || world.manner === 'expired') {
    return problem(401, 'about:blank', 'Unauthorized', `Unauthorized: ${headers.authorization ?? ''}`)
  }
  if (world.manner === 'throttles') {
    const reset = String(world.freeAt.getTime() / secondMs)
    return {
      ...problem(429, 'about:blank', 'Too Many Requests', 'Too Many Requests'),
      headers: { 'x-rate-limit-limit': '300', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': reset },
    }
  }
  if (world.manner === 'usedUp') {
    const capped = problem(
      429,
      'https://api.twitter.com/2/problems/usage-capped',
      'UsageCapExceeded',
      'Usage cap exceeded: Monthly product cap',
    )
    return { ...capped, body: Object.assign({ period: 'Monthly', scope: 'Product' }, capped.body) }
  }
  if (world.manner === 'changed') return { status: 200, body: { statuses: [] } }
  if (path === '/2/usage/tweets') {
    return { status: 200, body: { data: { project_cap: '15000', project_id: '1', project_usage: '120' } } }
  }
  if (path === '/2/users/by') {
    const { listings } = world.manner === 'silent' ? { listings: () => [] } : world
    const found = (query.get('usernames') ?? '').split(',').map((name) => [name, listings(name)[0]] as const)
    const users = found.flatMap(([name, listing]) => (listing ? userOf({ ...listing, handle: name }) : []))
    const errors = found
      .filter(([, listing]) => !listing)
      .map(([value]) => ({ resource_type: 'user', parameter: 'usernames', value, title: 'Not Found Error' }))
    return {
      status: 200,
      body: { ...(users.length > 0 ? { data: users } : {}), ...(errors.length > 0 ? { errors } : {}) },
    }
  }
  if (path !== '/2/tweets/search/recent') return null
  return search(query, world)
}

function search(query: URLSearchParams, world: Parameters<FakeProvider>[1]): FakeAnswer {
  const text = query.get('query') ?? ''
  const token = query.get('next_token')
  if (text === '' || text.length > 512 || (token !== null && !/^b26v89\d+$/.test(token))) {
    return problem(400, 'https://api.twitter.com/2/problems/invalid-request', 'Invalid Request', 'Invalid parameters')
  }
  const start = query.get('start_time') ?? ''
  const term = /^"([^"]*)"/.exec(text)?.[1] ?? ''
  const recent = { ...world, listings: () => world.listings(term).filter(({ at }) => at >= start) }
  const { listings, next } = pageOf(recent, term, token === null ? 0 : Number(token.slice(6)))
  const data = recordsOf(world, listings, ({ id, text: post, link, at }) => ({
    id,
    edit_history_tweet_ids: [id],
    author_id: `9${id}`,
    created_at: at,
    text: post.replaceAll('&', '&amp;'),
    ...(link === null ? {} : { entities: { urls: [{ url: 'https://t.co/p', expanded_url: link }] } }),
  }))
  const meta = { result_count: data.length, ...(next === null ? {} : { next_token: `b26v89${next}` }) }
  return {
    status: 200,
    body: data.length === 0 ? { meta } : { data, includes: { users: listings.map(userOf) }, meta },
  }
}
