import { pageOf, recordsOf, type FakeProvider } from './fake-provider.ts'

const failed = (status: number, code: string, message: string) => ({ status, body: { status, code, message } })

/** LinkedIn's ad library, which has its own paging and takes only a few parameters. */
export const fakeLinkedinAds: FakeProvider = ({ path, query, headers }, world) => {
  if (path !== '/rest/adLibrary') return null
  const [, token] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
  if (token === undefined || world.manner === 'expired') {
    return failed(401, 'EXPIRED_ACCESS_TOKEN', `The token ${token ?? ''} used in the request has expired`)
  }
  if (!/^20\d{4}$/.test(String(headers['linkedin-version'])))
    return failed(426, 'NONEXISTENT_VERSION', 'No such version')
  if (headers['x-restli-protocol-version'] !== '2.0.0') return failed(400, 'BAD_REQUEST', 'Unknown protocol')
  if (world.manner === 'throttles' || world.manner === 'usedUp') return failed(429, 'TOO_MANY_REQUESTS', 'Throttled')
  if (world.manner === 'changed') return { status: 200, body: { results: [] } }
  const known = new Set(['q', 'keyword', 'advertiser', 'start', 'count'])
  const [keyword, advertiser] = [query.get('keyword'), query.get('advertiser')]
  const isAllowed = [...query.keys()].every((name) => known.has(name)) && Number(query.get('count')) <= 25
  if (query.get('q') !== 'criteria' || !isAllowed || (keyword ?? advertiser) === null) {
    return failed(400, 'QUERY_PARAM_NOT_ALLOWED', 'Invalid param. Please see errorDetails for more information.')
  }
  const start = Number(query.get('start') ?? 0)
  const found = (term: string) =>
    world.listings(term).filter(({ publisher }) => advertiser === null || publisher === advertiser)
  const { listings, next } = pageOf({ ...world, listings: found }, keyword ?? advertiser ?? '', start)
  const elements = recordsOf(world, listings, ({ id, name, publisher, at }) => ({
    adUrl: `https://www.linkedin.com/ad-library/detail/${id}`,
    isRestricted: false,
    details: {
      type: 'SPONSORED_STATUS_UPDATE',
      advertiser: {
        advertiserName: name,
        advertiserUrl: `https://www.linkedin.com/company/9${id}`,
        adPayer: publisher,
      },
      adStatistics: { firstImpressionAt: Date.parse(at), latestImpressionAt: Date.parse(at) + 1000 },
      adTargeting: [],
    },
  }))
  const links =
    next === null ? [] : [{ rel: 'next', href: `/rest/adLibrary?q=criteria&start=${next}`, type: 'application/json' }]
  return { status: 200, body: { elements, paging: { start, count: elements.length, total: 7, links } } }
}
