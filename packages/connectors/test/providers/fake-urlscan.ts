import { pageOf, recordsOf, type FakeAnswer, type FakeProvider, type World } from './fake-provider.ts'

/** The search of urlscan.io, and the results of single scans. */
export const fakeUrlscan: FakeProvider = ({ path, query, headers }, world) => {
  const failure = failureOf(world, headers['api-key'])
  if (failure) return failure
  if (path === '/api/v1/quotas') {
    const day = { limit: 1000, used: 0, remaining: 1000, percent: 0 }
    return { status: 200, body: { scope: 'user', limits: { search: { day } } } }
  }
  if (path.startsWith('/api/v1/result/scan-')) {
    return { status: 200, body: { verdicts: { overall: { score: 100, malicious: true, brands: [] } } } }
  }
  if (path !== '/api/v1/search/') return null
  if (world.manner === 'changed') return { status: 200, body: { hits: [], total: 0 } }
  const [, term = ''] = /^(?:page\.title|domain):"([^"]*)"/.exec(query.get('q') ?? '') ?? []
  const all = exactly(query.get('q') ?? '', world) ?? world.listings(term)
  const after = query.get('search_after')
  const offset = after === null ? 0 : all.findIndex((each) => sortOf(each).join(',') === after) + 1
  const { listings, next } = pageOf({ ...world, listings: () => all }, term, offset)
  const results = recordsOf(world, listings, (listing) => ({
    _id: `scan-${listing.id}`,
    task: {
      uuid: `scan-${listing.id}`,
      time: listing.at,
      url: `https://short.example/${listing.id}`,
      visibility: 'public',
    },
    page: { url: listing.link ?? '', title: listing.name, ip: '192.0.2.7', domain: 'help.example' },
    result: `https://urlscan.io/api/v1/result/scan-${listing.id}/`,
  })).map((result, index) => ({ ...result, sort: sortOf(listings[index] ?? { id: '', at: '' }) }))
  return { status: 200, body: { results, total: all.length, took: 3, has_more: next !== null } }
}

/** The listing that leads to an address or a host; null for other queries. */
function exactly(q: string, world: World) {
  const [, field, value] = /^page\.(url|domain):"([^"]*)"$/.exec(q) ?? []
  if (field === undefined) return null
  const leadsTo = (link: string) => (field === 'url' ? link : new URL(link).host) === value
  return world.listings('').filter(({ link }) => link !== null && leadsTo(link))
}

const sortOf = ({ id, at }: { id: string; at: string }) => [Date.parse(at), `scan-${id}`]

function failureOf({ manner, freeAt }: World, key: unknown): FakeAnswer | null {
  if (manner === 'throttles' || manner === 'usedUp') {
    return {
      ...refused(429, 'Rate limit for "search" exceeded, limit is 120 per minute'),
      headers: {
        'x-rate-limit-action': 'search',
        'x-rate-limit-window': 'minute',
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': freeAt.toISOString(),
        'x-rate-limit-reset-after': String(Math.ceil((freeAt.getTime() - Date.now()) / 1000)),
      },
    }
  }
  const isKnown = manner !== 'expired' && typeof key === 'string' && key !== ''
  return isKnown ? null : refused(401, 'API key supplied but not found in database!')
}

const refused = (status: number, description: string): FakeAnswer => ({
  status,
  body: { message: 'Error', description, status },
})
