import { expect, test } from 'vitest'
import { isGithubSearch, readGithubSearch } from './github-search.ts'
import { isGoogleError, isGooglePlaces, readGoogleError, readGooglePlaces } from './google-places.ts'
import { isMetaAds, isMetaError, readMetaAds, readMetaError } from './meta-ads.ts'
import { isReddit, readReddit } from './reddit.ts'
import { isXError, isXSearch, readXError, readXSearch } from './x.ts'
import { isYoutubeError, isYoutubeSearch, readYoutubeError, readYoutubeSearch } from './youtube.ts'

const result = (id: object, title: unknown = 'A &amp; B') => ({ id, snippet: { channelId: 'UC1', title } })

test('a YouTube search finds videos, channels and playlists with decoded titles', () => {
  const answer = {
    kind: 'youtube#searchListResponse',
    items: [
      result({ kind: 'youtube#video', videoId: 'v1' }),
      { id: { kind: 'youtube#channel', channelId: 'UC2' }, snippet: { title: 'C', liveBroadcastContent: 'live' } },
      result({ kind: 'youtube#playlist', playlistId: 'p1' }, '&amp;lt;'),
      result({ kind: 'youtube#other', videoId: 'v2' }),
      result({ kind: 'youtube#video', videoId: 'v3' }, 7),
      null,
    ],
  }
  expect(isYoutubeSearch(answer)).toBe(true)
  expect(readYoutubeSearch(answer)).toMatchObject({
    skipped: 3,
    nextPageToken: null,
    items: [
      { type: 'video', id: 'v1', title: 'A & B', description: '' },
      { type: 'channel', id: 'UC2', channelId: 'UC2', isLive: true },
      { type: 'playlist', id: 'p1', title: '&lt;' },
    ],
  })
})

const youtubeError = (reason: string) => ({ error: { code: 403, message: 'no', errors: [{ reason }] } })

test('an error of YouTube says whether waiting helps', () => {
  expect(isYoutubeError(youtubeError('keyInvalid'))).toBe(true)
  expect(readYoutubeError(youtubeError('quotaExceeded')).retry).toBe('after midnight Pacific time')
  expect(readYoutubeError(youtubeError('keyInvalid'))).toEqual({
    error: 'keyInvalid',
    message: 'no',
    code: 403,
    retry: null,
  })
})

const listing = (...children: unknown[]) => ({ kind: 'Listing', data: { after: 't3_9', children } })
const comment = (name: string, replies: unknown = '') => ({
  kind: 't1',
  data: { name, author: '[deleted]', body: '[removed]', permalink: '/r/a/comments/1/', replies },
})

test('a Reddit listing has posts and comments; accounts and broken things are counted', () => {
  const post = {
    kind: 't3',
    data: {
      name: 't3_1',
      author: 'a',
      title: 'x &lt; y',
      selftext: 'a &amp;amp; b',
      url: 'https://a.example/?a=1&amp;b=2',
      created_utc: 5,
      edited: false,
    },
  }
  const answer = listing(
    post,
    comment('t1_1'),
    { kind: 't2', data: {} },
    { kind: 'more' },
    { kind: 't3', data: {} },
    'x',
  )
  expect(isReddit(answer)).toBe(true)
  const read = readReddit(answer)
  expect(read).toMatchObject({ others: 2, skipped: 2, after: 't3_9' })
  expect(read.items).toMatchObject([
    {
      id: 't3_1',
      type: 'post',
      title: 'x < y',
      text: 'a &amp; b',
      url: 'https://a.example/?a=1&b=2',
      editedUnix: null,
    },
    { id: 't1_1', type: 'comment', author: null, text: null, permalink: 'https://www.reddit.com/r/a/comments/1/' },
  ])
  expect(readReddit(answer, { isRaw: true }).items[0]?.text).toBe('a &amp;amp; b')
})

test('a Reddit page has a post, its comments and their replies, however deep', () => {
  let replies: object = listing(comment('t1_last'))
  for (let depth = 0; depth < 10_000; depth += 1) replies = listing(comment(`t1_${depth}`, replies))
  const { items } = readReddit([listing(), replies])
  expect(items).toHaveLength(10_001)
  expect(items.at(-1)?.id).toBe('t1_last')
})

test('a post on X has the name of its author and the full text and links of a note', () => {
  const answer = {
    data: [
      {
        id: '1874700000000000001',
        author_id: '5',
        text: 'short &amp; cut',
        note_tweet: { text: 'long &amp;amp; whole', entities: { urls: [{ expanded_url: 'https://b.example/' }] } },
        entities: { urls: [{ expanded_url: 'https://a.example/' }] },
      },
      {
        id: '2',
        author_id: '6',
        text: 'x',
        entities: { urls: [{ url: 'https://t.co/1' }, { url: 'https://t.co/1' }, 7] },
      },
      { id: '3' },
    ],
    includes: { users: [{ id: '5', username: 'five' }, null] },
    errors: [{ detail: 'no user 6' }, {}],
    meta: { result_count: 3, next_token: 'n' },
  }
  expect(isXSearch(answer)).toBe(true)
  expect(readXSearch(answer)).toMatchObject({
    items: [
      { username: 'five', text: 'long &amp; whole', urls: ['https://b.example/'] },
      { username: null, authorId: '6', urls: ['https://t.co/1'] },
    ],
    skipped: 1,
    nextToken: 'n',
    errors: ['no user 6', 'unknown'],
  })
  expect(readXSearch({ meta: { result_count: 0 } })).toEqual({ items: [], skipped: 0, nextToken: null, errors: [] })
})

test('a problem of X is no search without results', () => {
  const problem = { title: 'Too Many Requests', detail: 'wait', type: 'about:blank', status: 429 }
  expect([isXError(problem), isXSearch(problem)]).toEqual([true, false])
  expect(readXError(problem)).toEqual({ error: 'Too Many Requests', message: 'wait', status: 429 })
})

test('an ad has no access token in any address', () => {
  const answer = {
    data: [
      {
        id: '9',
        page_id: 7,
        ad_snapshot_url: 'https://u:p@www.facebook.com/ads/?id=9&access_token=SECRET&appsecret_proof=SECRET#SECRET',
        ad_creative_link_captions: ['a.example', 'https://b.example/x', 'Shop now', 'a.example'],
        impressions: { lower_bound: '1000' },
      },
      { page_name: 'no id' },
    ],
    paging: { cursors: { after: 'A' }, next: 'https://graph.facebook.com/?access_token=SECRET' },
  }
  expect(isMetaAds(answer)).toBe(true)
  const read = readMetaAds(answer)
  expect(JSON.stringify(read)).not.toContain('SECRET')
  expect(read).toMatchObject({
    after: 'A',
    skipped: 1,
    items: [
      {
        pageId: '7',
        snapshotUrl: 'https://www.facebook.com/ads/?id=9',
        domains: ['a.example', 'b.example'],
        active: true,
        impressions: { min: 1000, max: null },
        spend: null,
      },
    ],
  })
})

test('errors of Meta and Google are named by their type', () => {
  const meta = { error: { message: 'expired', type: 'OAuthException', code: 190, fbtrace_id: 'x' } }
  expect(isMetaError(meta)).toBe(true)
  expect(readMetaError(meta)).toEqual({ error: 'OAuthException', code: '190', message: 'expired' })
  const google = { error: { code: 429, message: 'wait', status: 'RESOURCE_EXHAUSTED' } }
  expect([isGoogleError(google), isGoogleError(meta), isYoutubeError(google)]).toEqual([true, false, false])
  expect(readGoogleError(google)).toEqual({ error: 'RESOURCE_EXHAUSTED', code: 429, message: 'wait' })
})

test('a place needs an id, which its name contains as well', () => {
  const answer = {
    places: [
      { name: 'places/p1', nationalPhoneNumber: '(555) 010' },
      { id: 'p2', rating: 4.5 },
      { displayName: { text: 'x' } },
    ],
  }
  expect(isGooglePlaces(answer)).toBe(true)
  expect(readGooglePlaces(answer)).toMatchObject({
    items: [
      { placeId: 'p1', phone: '(555) 010', title: null, website: null },
      { placeId: 'p2', phone: null, rating: 4.5 },
    ],
    skipped: 1,
  })
  expect(readGooglePlaces({})).toEqual({ items: [], skipped: 0, nextPageToken: null })
})

test('a search of GitHub gives the file, its repository and the first match', () => {
  const file = { path: 'a.env', html_url: 'https://github.com/o/r/blob/1/a.env' }
  const answer = {
    total_count: 2,
    incomplete_results: false,
    items: [
      {
        ...file,
        repository: { id: '9007199254740993', full_name: 'o/r', fork: true },
        text_matches: [{ fragment: 'KEY=1', matches: [{}, { text: 'KEY' }] }],
      },
      { ...file, repository: { id: 5, full_name: 'o/r' } },
      { ...file, repository: {} },
    ],
  }
  expect(isGithubSearch(answer)).toBe(true)
  expect(readGithubSearch(answer)).toMatchObject({
    total: 2,
    incomplete: false,
    skipped: 1,
    items: [
      { repositoryId: '9007199254740993', fork: true, matched: 'KEY', fragments: ['KEY=1'] },
      { repositoryId: 5, fork: false, matched: null, fragments: [] },
    ],
  })
})
