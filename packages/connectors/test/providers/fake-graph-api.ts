import { minuteMs } from '@signet/contract/time'
import type { FakeAnswer, FakeRequest, World } from './fake-provider.ts'
import { pageOf, recordsOf, type FakeProvider, type Listing } from './fake-provider.ts'

const failed = (code: number, message: string, headers: Record<string, string> = {}): FakeAnswer => ({
  status: 400,
  headers,
  body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'A1' } },
})

/** Meta's Graph API, which answers every failure with 400 and a code. */
const graph =
  (answer: (path: string, query: URLSearchParams, world: World) => FakeAnswer | null): FakeProvider =>
  ({ path, query, headers }: FakeRequest, world) => {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
    if (token === undefined) return failed(104, 'An access token is required to request this resource.')
    if (world.manner === 'expired') return failed(190, `Error validating access token ${token}: Session has expired`)
    if (world.manner === 'throttles') {
      const minutes = Math.round((world.freeAt.getTime() - Date.now()) / minuteMs)
      const usage = { 1: [{ type: 'instagram', call_count: 100, estimated_time_to_regain_access: minutes }] }
      return failed(80_002, 'There have been too many calls', { 'x-business-use-case-usage': JSON.stringify(usage) })
    }
    if (world.manner === 'usedUp') {
      const usage = { call_count: 100, total_cputime: 3, total_time: 5 }
      return failed(4, '(#4) Application request limit reached', { 'x-app-usage': JSON.stringify(usage) })
    }
    const versioned = /^\/v\d+\.\d+(\/.+)$/.exec(path)?.[1]
    return versioned === undefined ? null : answer(versioned, query, world)
  }

/** The cursors of a page; the address of the next one contains the token, as Meta's does. */
function paging(offset: number, next: number | null) {
  const cursors = { before: `c${offset}`, after: `c${next ?? offset + 1}` }
  return next === null ? { cursors } : { cursors, next: 'https://graph.facebook.com/next?access_token=EAAG' }
}

function list(query: URLSearchParams, world: World, term: string, write: (listing: Listing) => object): FakeAnswer {
  if (world.manner === 'changed') return { status: 200, body: { results: [] } }
  const offset = Number((query.get('after') ?? 'c0').slice(1))
  if (Number.isNaN(offset)) return failed(100, '(#100) Invalid cursor')
  const { listings, next } = pageOf(world, term, offset)
  return { status: 200, body: { data: recordsOf(world, listings, write), paging: paging(offset, next) } }
}

/** Business discovery, by an own professional account. */
export const fakeInstagram = graph((path, query, world) => {
  if (!/^\/\d+$/.test(path)) return failed(100, 'Unsupported get request.')
  const fields = query.get('fields') ?? ''
  if (fields === 'username') return { status: 200, body: { username: 'our.bank', id: path.slice(1) } }
  const username = /^business_discovery\.username\(([a-z0-9._]{1,30})\)\{[a-z_,]+\}$/.exec(fields)?.[1]
  if (username === undefined) return failed(100, '(#100) Syntax error')
  if (world.manner === 'changed') return { status: 200, body: { id: path.slice(1), discovery: {} } }
  const [listing] = pageOf(world, username, 0, 1).listings
  if (!listing) return failed(110, 'Invalid user id')
  const [profile] = recordsOf(world, [listing], ({ id, name, text, link, followers }) => ({
    id,
    username,
    name,
    biography: text,
    ...(link === null ? {} : { website: link }),
    followers_count: followers,
    follows_count: 3,
    profile_picture_url: `https://pictures.test/${id}.jpg`,
  }))
  return { status: 200, body: { business_discovery: profile, id: path.slice(1) } }
})

/** The search for pages. */
export const fakeFacebookPages = graph((path, query, world) => {
  if (path !== '/pages/search') return null
  return list(query, world, query.get('q') ?? '', ({ id, name, handle, isVerified }) => ({
    id,
    name,
    link: `https://www.facebook.com/${handle}/`,
    verification_status: isVerified ? 'blue_verified' : 'not_verified',
  }))
})

/** The ad library. */
export const fakeMetaAds = graph((path, query, world) => {
  if (path !== '/ads_archive') return null
  const term = query.get('search_terms') ?? ''
  const isCountryList = /^\["[A-Z]{2,3}"(?:,"[A-Z]{2}")*\]$/.test(query.get('ad_reached_countries') ?? '')
  if (term === '' || term.length > 100 || !isCountryList) return failed(100, '(#100) Invalid parameter')
  return list(query, world, term, ({ id, name, publisher, text, link, at, followers }) => ({
    id,
    page_id: `1000${id}`,
    page_name: publisher,
    ad_creative_bodies: [name, text],
    ad_creative_link_titles: ['Get it'],
    ...(link === null ? {} : { ad_creative_link_captions: [new URL(link).host.toUpperCase(), 'Sign up today'] }),
    ad_delivery_start_time: at.slice(0, 10),
    publisher_platforms: ['facebook', 'instagram'],
    eu_total_reach: followers,
    beneficiary_payers: [{ beneficiary: publisher, payer: `${publisher} Ltd`, current: true }],
  }))
})
