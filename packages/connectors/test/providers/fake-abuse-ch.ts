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

/** The list of recent addresses of URLhaus. */
export const fakeUrlhaus: FakeProvider = (request, world) =>
  request.path.startsWith('/v1/urls/recent/')
    ? answer(request, world, 'urls', (listing) => ({
        id: Number(listing.id),
        urlhaus_reference: `https://urlhaus.abuse.ch/url/${listing.id}/`,
        url: listing.link,
        url_status: 'online',
        host: 'help.example',
        date_added: `${timeOf(listing)} UTC`,
        threat: 'malware_download',
        tags: [listing.name, 'apk'],
      }))
    : null

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

/** The recent Android apps of MalwareBazaar. */
export const fakeMalwareBazaar: FakeProvider = (request, world) => {
  if (request.method !== 'POST' || request.path !== '/api/v1/') return null
  const form = new URLSearchParams(request.body)
  if (form.get('query') !== 'get_file_type') return { status: 200, body: { query_status: 'unknown_operation' } }
  return answer(request, world, 'data', (listing) => ({
    sha256_hash: listing.id.padStart(64, 'a'),
    md5_hash: listing.id.padStart(32, 'a'),
    first_seen: timeOf(listing),
    last_seen: null,
    file_name: `${listing.name}.apk`,
    file_type: 'apk',
    signature: 'SpyNote',
    tags: ['apk', 'SpyNote'],
  }))
}

function answer({ headers }: FakeRequest, world: World, list: string, write: (listing: Listing) => object): FakeAnswer {
  const { manner, freeAt } = world
  if (manner === 'throttles' || manner === 'usedUp') {
    const seconds = Math.ceil((freeAt.getTime() - Date.now()) / 1000)
    return { status: 429, headers: { 'retry-after': String(seconds) }, body: 'Too Many Requests' }
  }
  if (!headers['auth-key']) return { status: 401, body: { error: 'Unauthorized' } }
  if (manner === 'expired') return { status: 200, body: { query_status: 'unknown_auth_key' } }
  if (manner === 'changed') return { status: 200, body: { query_status: 'ok', entries: [] } }
  const { listings } = pageOf(world, '', 0, 1000)
  if (listings.length === 0) return { status: 200, body: { query_status: 'no_results' } }
  return { status: 200, body: { query_status: 'ok', [list]: recordsOf(world, listings, write) } }
}
