import { pageOf, recordsOf, type FakeAnswer, type FakeProvider, type World } from './fake-provider.ts'

const mediaType = 'application/taxii+json;version=2.1'

/** A collection of a TAXII 2.1 server. */
export const fakeTaxii: FakeProvider = ({ path, query, headers }, world) => {
  const failure = failureOf(world, headers.authorization)
  if (failure) return failure
  if (headers.accept !== mediaType) return error(406, 'Media type not supported')
  const answer = (body: object): FakeAnswer => ({ status: 200, headers: { 'content-type': mediaType }, body })
  if (path === '/') return answer({ id: '91a7b528', title: 'High-value indicators', can_read: true, can_write: false })
  if (path !== '/objects/') return null
  if (world.manner === 'changed') return answer({ spec_version: '2.1', data: [] })
  const after = query.get('added_after') ?? ''
  const of = { ...world, listings: (term: string) => world.listings(term).filter(({ at }) => at > after) }
  const { listings, next } = pageOf(of, '', Number(query.get('next')?.slice(1) ?? 0))
  if (listings.length === 0) return answer({})
  const objects = recordsOf(world, listings, ({ id, name, text, link, at }) => ({
    type: 'indicator',
    spec_version: '2.1',
    id: `indicator--8e2e2d2b-17d4-4cbf-938f-${id}`,
    created: at,
    modified: at,
    name,
    description: text,
    pattern: `[url:value = '${link}']`,
    pattern_type: 'stix',
    valid_from: at,
  }))
  const marking = { type: 'identity', id: 'identity--023d105b', name: 'Harbour CERT' }
  return answer({ more: next !== null, ...(next === null ? {} : { next: `p${next}` }), objects: [...objects, marking] })
}

function failureOf({ manner, freeAt }: World, authorization: string | undefined): FakeAnswer | null {
  if (manner === 'throttles' || manner === 'usedUp') {
    const seconds = Math.ceil((freeAt.getTime() - Date.now()) / 1000)
    return { ...error(429, 'Too many requests'), headers: { 'retry-after': String(seconds) } }
  }
  const isKnown = manner !== 'expired' && /^Basic .+/.test(authorization ?? '')
  return isKnown ? null : error(401, 'Unauthorized')
}

const error = (status: number, title: string): FakeAnswer => ({ status, body: { title, http_status: String(status) } })
