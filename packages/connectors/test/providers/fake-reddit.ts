import { secondMs } from '@signet/contract/time'
import { pageOf, recordsOf, type FakeProvider } from './fake-provider.ts'

const token = 'reddit-access-token'

const refused = (status: number, message: string) => ({ status, body: { message, error: status } })

/** Reddit's API for an approved app, together with the host that issues tokens. */
export const fakeReddit: FakeProvider = ({ method, path, query, headers, body }, world) => {
  if (!/^\w+:[\w-]+:v\d/.test(headers['user-agent'] ?? '')) return refused(429, 'Too Many Requests')
  if (path === '/api/v1/access_token') {
    const isClient = /^Basic [\w+/=]{8,}$/.test(headers.authorization ?? '')
    const isGrant = new URLSearchParams(body).get('grant_type') === 'client_credentials'
    if (method !== 'POST' || !isClient || !isGrant || world.manner === 'expired') return refused(401, 'Unauthorized')
    return { status: 200, body: { access_token: token, token_type: 'bearer', expires_in: 86400, scope: '*' } }
  }
  if (headers.authorization !== `Bearer ${token}`) return refused(401, 'Unauthorized')
  if (path !== '/search') return null
  const left = world.manner === 'throttles' || world.manner === 'usedUp' ? 0 : 95
  const seconds = Math.max(1, Math.round((world.freeAt.getTime() - Date.now()) / secondMs))
  const limits = {
    'x-ratelimit-used': String(100 - left),
    'x-ratelimit-remaining': `${left}.0`,
    'x-ratelimit-reset': String(seconds),
  }
  if (world.manner === 'throttles') return { ...refused(429, 'Too Many Requests'), headers: limits }
  if (world.manner === 'changed') return { status: 200, headers: limits, body: { kind: 'Listing', things: [] } }
  const term = /^"([^"]*)"$/.exec(query.get('q') ?? '')?.[1] ?? query.get('q') ?? ''
  const { listings, next } = pageOf(world, term, Number((query.get('after') ?? '0').replace('t3_', '')))
  const things = recordsOf(world, listings, ({ id, name, handle, text, link, at }) => ({
    id,
    name: `t3_${id}`,
    subreddit: 'scams',
    title: name,
    selftext: link === null ? text : '',
    author: handle.replaceAll('.', '_'),
    created_utc: Date.parse(at) / secondMs,
    permalink: `/r/scams/comments/${id}/post/`,
    url: link ?? `https://www.reddit.com/r/scams/comments/${id}/post/`,
    is_self: link === null,
  }))
  const children = things.map((data) => ({ kind: 't3', data }))
  return {
    status: 200,
    headers: limits,
    body: { kind: 'Listing', data: { after: next === null ? null : `t3_${next}`, dist: children.length, children } },
  }
}
