import { pageOf, recordsOf, type FakeAnswer, type FakeProvider, type Listing, type World } from './fake-provider.ts'

/** Channels have odd numbers here, videos even ones. */
const isChannel = ({ id }: Listing) => Number(id) % 2 === 1
const channelIdOf = ({ id }: Listing) => `UC${id.padStart(22, 'x')}`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

/** `search.list` and `channels.list` of the YouTube Data API v3. */
export const fakeYoutube: FakeProvider = ({ path, query, headers }, world) => {
  const known = path === '/search' || path === '/channels'
  if (!known) return null
  const failure = failureOf(world, headers['x-goog-api-key'])
  if (failure) return failure
  return path === '/search' ? search(query, world) : channels(query, world)
}

/** The channels that searches found, by id. */
const channelsOf = new WeakMap<World, Map<string, Listing>>()

function search(query: URLSearchParams, world: World): FakeAnswer {
  if (world.manner === 'changed') return { status: 200, body: { kind: 'youtube#searchListResponse', results: [] } }
  const type = query.get('type') === 'channel' ? 'channel' : 'video'
  const after = query.get('publishedAfter') ?? ''
  const of = {
    ...world,
    listings: (term: string) =>
      world.listings(term).filter((each) => isChannel(each) === (type === 'channel') && each.at >= after),
  }
  const { listings, next } = pageOf(of, query.get('q') ?? '', Number(query.get('pageToken')?.slice(4) ?? 0))
  const known = channelsOf.get(world) ?? new Map<string, Listing>()
  channelsOf.set(world, known)
  for (const listing of listings) known.set(channelIdOf(listing), listing)
  const items = recordsOf(world, listings, (listing) => ({
    kind: 'youtube#searchResult',
    id:
      type === 'channel'
        ? { kind: 'youtube#channel', channelId: channelIdOf(listing) }
        : { kind: 'youtube#video', videoId: listing.id.padStart(11, 'v') },
    snippet: {
      publishedAt: listing.at,
      channelId: channelIdOf(listing),
      title: escaped(listing.name),
      description: escaped(listing.text),
      thumbnails: { high: { url: `https://pictures.test/${listing.id}.jpg` } },
      channelTitle: escaped(listing.publisher),
      liveBroadcastContent: 'none',
    },
  }))
  return {
    status: 200,
    body: {
      kind: 'youtube#searchListResponse',
      ...(next === null ? {} : { nextPageToken: `CAUQ${next}` }),
      pageInfo: { totalResults: items.length, resultsPerPage: world.pageSize },
      items,
    },
  }
}

function channels(query: URLSearchParams, world: World): FakeAnswer {
  if (world.manner === 'changed') return { status: 200, body: { kind: 'youtube#channels', results: [] } }
  const wanted = query.get('forHandle')
  const all = wanted === null || world.manner === 'silent' ? [] : world.listings('')
  const named = all.find(({ handle }) => `@${handle}` === wanted)
  const ids = named ? [channelIdOf(named)] : (query.get('id') ?? '').split(',')
  const items = ids.flatMap((id) => {
    const listing = named ?? channelsOf.get(world)?.get(id)
    return listing
      ? [
          {
            kind: 'youtube#channel',
            id,
            snippet: {
              title: listing.name,
              description: listing.text,
              customUrl: `@${listing.handle}`,
              publishedAt: listing.at,
            },
            statistics: { subscriberCount: String(listing.followers), hiddenSubscriberCount: false },
          },
        ]
      : []
  })
  // Without any, there is no list.
  return { status: 200, body: { kind: 'youtube#channelListResponse', ...(items.length > 0 ? { items } : {}) } }
}

function failureOf({ manner }: World, key: unknown): FakeAnswer | null {
  if (manner === 'usedUp') {
    const message =
      'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.'
    return failure(403, message, 'quotaExceeded', 'youtube.quota')
  }
  if (manner === 'throttles') return failure(403, 'Rate Limit Exceeded', 'rateLimitExceeded', 'usageLimits')
  if (manner !== 'expired' && typeof key === 'string' && key !== '') return null
  return {
    status: 400,
    body: {
      error: {
        code: 400,
        message: `API key not valid. Please pass a valid API key. (${String(key)})`,
        errors: [{ message: 'API key not valid.', domain: 'global', reason: 'badRequest' }],
        status: 'INVALID_ARGUMENT',
        details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
      },
    },
  }
}

const failure = (code: number, message: string, reason: string, domain: string): FakeAnswer => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain, reason }] } },
})
