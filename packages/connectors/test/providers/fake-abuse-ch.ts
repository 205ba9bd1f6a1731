import { isRecord } from '@signet/contract/narrow'
import {
  pageOf,
  recordsOf,
  type FakeAnswer,
  type FakeProvider,
  type FakeRequest,
  type Listing,
  type World,
} from './fake-provider.ts'

/** In UTC, without a word about it. */
const timeOf = ({ at }: Listing) => at.slice(0, 19).replace('T', ' ')

/** The list of recent addresses of URLhaus, and what it knows of one address or host. */
export const fakeUrlhaus: FakeProvider = (request, world) => {
  const form = new URLSearchParams(request.body)
  if (request.method === 'POST' && request.path === '/v1/url/') {
    const known = world.listings('').find(({ link }) => link === form.get('url'))
    return answerOne(request, world, known, (listing) => ({ ...entryOf(listing), last_online: null, larted: 'true' }))
  }
  if (request.method === 'POST' && request.path === '/v1/host/') {
    const known = world.listings('').find(({ link }) => link !== null && new URL(link).host === form.get('host'))
    return answerOne(request, world, known, (listing) => ({
      urlhaus_reference: `https://urlhaus.abuse.ch/host/${form.get('host')}/`,
      host: form.get('host'),
      firstseen: `${timeOf(listing)} UTC`,
      url_count: '1',
      urls: [entryOf(listing)],
    }))
  }
  return request.path.startsWith('/v1/urls/recent/') ? answer(request, world, 'urls', entryOf) : null
}

const entryOf = (listing: Listing) => ({
  id: Number(listing.id),
  urlhaus_reference: `https://urlhaus.abuse.ch/url/${listing.id}/`,
  url: listing.link,
  url_status: 'online',
  host: 'help.example',
  date_added: `${timeOf(listing)} UTC`,
  threat: 'malware_download',
  tags: [listing.name, 'apk'],
})

/** The recent indicators of ThreatFox. */
export const fakeThreatFox: FakeProvider = (request, world) => {
  if (request.method !== 'POST' || request.path !== '/api/v1/') return null
  const asked: unknown = JSON.parse(request.body)
  const days = isRecord(asked) && asked['query'] === 'get_iocs' ? Number(asked['days']) : Number.NaN
  if (!(days >= 1 && days <= 7)) return { status: 200, body: { query_status: 'illegal_days' } }
  return answer(request, world, 'data', (listing) => ({
    id: listing.id,
    ioc: listing.link,
    ioc_type: 'url',
    threat_type: 'payload_delivery',
    threat_type_desc: 'Indicator that identifies a malware distribution server (payload delivery)',
    malware_printable: listing.name,
    confidence_level: 75,
    first_seen: `${timeOf(listing)} UTC`,
    tags: null,
  }))
}

/** The recent Android apps of MalwareBazaar, and what it knows of one file. */
export const fakeMalwareBazaar: FakeProvider = (request, world) => {
  if (request.method !== 'POST' || request.path !== '/api/v1/') return null
  const form = new URLSearchParams(request.body)
  if (form.get('query') === 'get_info') {
    const hash = form.get('hash')
    const known = world.listings('').find(({ id }) => id.padStart(hash?.length ?? 0, 'a') === hash)
    const data = (listing: Listing) => ({ data: [{ ...sampleOf(listing), reporter: 'anonymous' }] })
    return answerOne(request, world, known, data, 'hash_not_found')
  }
  if (form.get('query') !== 'get_file_type') return { status: 200, body: { query_status: 'unknown_operation' } }
  return answer(request, world, 'data', sampleOf)
}

const sampleOf = (listing: Listing) => ({
  sha256_hash: listing.id.padStart(64, 'a'),
  md5_hash: listing.id.padStart(32, 'a'),
  first_seen: timeOf(listing),
  last_seen: null,
  file_name: `${listing.name}.apk`,
  file_type: 'apk',
  signature: 'SpyNote',
  tags: ['apk', 'SpyNote'],
})

function answer(request: FakeRequest, world: World, list: string, write: (listing: Listing) => object): FakeAnswer {
  const failure = failureOf(request, world)
  if (failure) return failure
  const { listings } = pageOf(world, '', 0, 1000)
  if (listings.length === 0) return { status: 200, body: { query_status: 'no_results' } }
  return { status: 200, body: { query_status: 'ok', [list]: recordsOf(world, listings, write) } }
}

/** What is known of one thing, at the top of the answer. */
function answerOne(
  request: FakeRequest,
  world: World,
  known: Listing | undefined,
  write: (listing: Listing) => object,
  nothing = 'no_results',
): FakeAnswer {
  const failure = failureOf(request, world)
  if (failure) return failure
  if (!known || world.manner === 'silent') return { status: 200, body: { query_status: nothing } }
  return { status: 200, body: { query_status: 'ok', ...write(known) } }
}

function failureOf({ headers }: FakeRequest, { manner, freeAt }: World): FakeAnswer | null {
  if (manner === 'throttles' || manner === 'usedUp') {
    const seconds = Math.ceil((freeAt.getTime() - Date.now()) / 1000)
    return { status: 429, headers: { 'retry-after': String(seconds) }, body: 'Too Many Requests' }
  }
  if (!headers['auth-key']) return { status: 401, body: { error: 'Unauthorized' } }
  if (manner === 'expired') return { status: 200, body: { query_status: 'unknown_auth_key' } }
  return manner === 'changed' ? { status: 200, body: { query_status: 'ok', entries: [] } } : null
}
