import type { FakeAnswer, FakeProvider, Listing, World } from './fake-provider.ts'

const stats = { malicious: 12, suspicious: 1, undetected: 57, harmless: 0, timeout: 0 }
const secondsOf = ({ at }: Listing) => Date.parse(at) / 1000

/** What VirusTotal knows of one file, address or domain. */
export const fakeVirusTotal: FakeProvider = ({ method, path, headers }, world) => {
  const [, api, version, list = '', id = '', more] = path.split('/')
  if (method !== 'GET' || `${api}/${version}` !== 'api/v3') return null
  const failure = failureOf(world, headers['x-apikey'])
  if (failure) return failure
  if (list === 'users' && more === 'overall_quotas') {
    return { status: 200, body: { data: { api_requests_daily: { user: { used: 3, allowed: 500 } } } } }
  }
  if (world.manner === 'changed') return { status: 200, body: { data: { report: [] } } }
  const known = world.manner === 'silent' ? undefined : world.listings('').find(knows(list, decodeURIComponent(id)))
  if (!known) return refused(404, 'NotFoundError', `${list} "${id}" not found`)
  const data = list === 'files' ? fileOf(known, id) : list === 'urls' ? urlOf(known) : domainOf(known, id)
  return { status: 200, body: { data } }
}

function knows(list: string, id: string): (listing: Listing) => boolean {
  if (list === 'files') return (listing) => listing.id.padStart(id.length, 'a') === id
  if (list === 'urls') return ({ link }) => link === Buffer.from(id, 'base64url').toString()
  return ({ link }) => list === 'domains' && link !== null && new URL(link).host === id
}

const fileOf = (listing: Listing, id: string) => ({
  id,
  type: 'file',
  attributes: {
    last_analysis_stats: stats,
    last_analysis_date: secondsOf(listing),
    first_submission_date: secondsOf(listing),
    times_submitted: 4,
    meaningful_name: `${listing.name}.apk`,
    size: 5_242_880,
    tags: ['apk', 'android'],
    popular_threat_classification: { suggested_threat_label: 'trojan.spynote/android' },
  },
})

const urlOf = (listing: Listing) => ({
  id: 'c'.repeat(64),
  type: 'url',
  attributes: {
    last_analysis_stats: stats,
    last_analysis_date: secondsOf(listing),
    first_submission_date: secondsOf(listing),
    title: listing.name,
    tags: [],
  },
})

const domainOf = (listing: Listing, id: string) => ({
  id,
  type: 'domain',
  attributes: { last_analysis_stats: stats, creation_date: secondsOf(listing), registrar: listing.publisher },
})

function failureOf({ manner, freeAt }: World, key: unknown): FakeAnswer | null {
  if (manner === 'throttles') {
    const answer = refused(429, 'TooManyRequestsError', 'Too many requests')
    return { ...answer, headers: { 'retry-after': String(Math.ceil((freeAt.getTime() - Date.now()) / 1000)) } }
  }
  if (manner === 'usedUp') return refused(429, 'QuotaExceededError', 'Quota exceeded')
  if (manner === 'expired') return refused(401, 'WrongCredentialsError', `Wrong API key ${String(key)}`)
  return key ? null : refused(401, 'AuthenticationRequiredError', 'X-Apikey header is missing')
}

const refused = (status: number, code: string, message: string): FakeAnswer => ({
  status,
  body: { error: { code, message } },
})
