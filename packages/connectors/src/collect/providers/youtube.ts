import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { dayMs, secondMs } from '@signet/contract/time'
import { decodeHtml } from '@signet/readers/exchange/html-entities'
import { callApi, type ApiCall } from '../call-api.ts'
import type { Access, Connector, LookUpAnswer, LookUpRecord } from '../connector.ts'
import { eachPage } from '../each-page.ts'
import { lookUpAnswer } from '../look-up-answer.ts'
import { readOne, readRecords, timeIn, valueAt, type ReadRecords } from '../read-records.ts'
import { googleFailureOf } from './google-failures.ts'

const Picture = z.optional(z.object({ url: z.string() }))
const Snippet = z.object({
  title: z.string(),
  description: z.optional(z.string()),
  publishedAt: z.optional(z.string()),
  channelId: z.string(),
  channelTitle: z.optional(z.string()),
  liveBroadcastContent: z.optional(z.string()),
  thumbnails: z.optional(z.object({ default: Picture, medium: Picture, high: Picture })),
})
type Snippet = z.output<typeof Snippet>
const FoundChannel = z.object({ snippet: Snippet, id: z.object({ channelId: z.string() }) })
const FoundVideo = z.object({ snippet: Snippet, id: z.object({ videoId: z.string() }) })

const Channel = z.object({
  id: z.string(),
  snippet: z.object({
    description: z.optional(z.string()),
    customUrl: z.optional(z.string()),
    publishedAt: z.optional(z.string()),
  }),
  statistics: z.optional(
    z.object({ subscriberCount: z.optional(z.string()), hiddenSubscriberCount: z.optional(z.boolean()) }),
  ),
})
type Channel = z.output<typeof Channel>

/** The largest number that one answer may have. */
const limit = 50
const types = ['channel', 'video'] as const
/** Of channels, the ones that fit a name best come first; of videos, the newest. */
const pagesMax = { channel: 2, video: 4 }
/** A new video is found some hours after it was published. */
const overlapMs = dayMs

const call = (access: Access, { query, ...rest }: ApiCall) =>
  callApi(
    access,
    { ...rest, query: { part: 'snippet', ...query }, headers: { 'x-goog-api-key': access.credentials.key ?? '' } },
    googleFailureOf(access),
  )

/** Channels with the name of a brand, and new videos about it. A second call asks for the handle, age and subscribers of the channels. */
export const youtube: Connector = {
  base: 'https://www.googleapis.com/youtube/v3',
  everyMs: dayMs,
  spacingMs: secondMs,
  // 100 searches, each with at most one call for its channels, which has a larger quota of its own.
  quota: { calls: 200, perMs: dayMs },
  api: {
    calls: ['GET /search', 'GET /channels'],
    documentation: 'https://developers.google.com/youtube/v3/docs/search/list',
    permission: 'a key of a Google Cloud project with the YouTube Data API v3',
    checked: '2026-11-23',
    unconfirmed: 'the reason of an answer to too many calls per minute',
  },
  async check(access) {
    // Any channel: this one is of the provider.
    await call(access, { path: '/channels', query: { part: 'id', id: 'UC_x5XG1OV2P6uZZ5FSM9Ttw' } })
    return 'OK'
  },
  collect(access, { terms }, cursor) {
    const searches = terms.flatMap((term) => types.map((type) => `${type} ${term}`))
    return eachPage(searches, cursor, async (each, page, since) => {
      const type = each.startsWith('channel ') ? 'channel' : 'video'
      const [number = '1', pageToken] = page?.split(' ') ?? []
      const from = since === null ? undefined : new Date(Date.parse(since) - overlapMs).toISOString()
      const { json } = await call(access, {
        path: '/search',
        query: {
          type,
          q: each.slice(type.length + 1),
          maxResults: limit,
          pageToken,
          ...(type === 'video' ? { order: 'date', publishedAfter: from } : {}),
        },
      })
      const read = await readFound(access, type, valueAt(json, 'items'))
      const token = valueAt(json, 'nextPageToken')
      const hasNext = typeof token === 'string' && Number(number) < pagesMax[type]
      return { ...read, next: hasNext ? `${Number(number) + 1} ${token}` : null }
    })
  },
  lookUp: { kinds: { account: /^(?:UC[\w-]{22}|[\w.-]{3,30})$/ }, ask },
}

const KnownChannel = z.extend(Channel, {
  snippet: z.extend(Channel.def.shape.snippet, { title: z.string() }),
})

/** By the id of a channel, or by its handle. */
async function ask(access: Access, { value }: LookUpRecord): Promise<LookUpAnswer | null> {
  const by = /^UC[\w-]{22}$/.test(value) ? { id: value } : { forHandle: `@${value}` }
  const { json } = await call(access, { path: '/channels', query: { part: 'snippet,statistics', ...by } })
  // Without any, there is no list.
  if (valueAt(json, 'kind') === 'youtube#channelListResponse' && valueAt(json, 'items') === undefined) return null
  const { id, snippet, statistics } = readOne(access, valueAt(json, 'items.0'), KnownChannel)
  const facts = {
    name: snippet.title,
    description: snippet.description,
    followers: statistics?.hiddenSubscriberCount ? null : statistics?.subscriberCount,
    createdAt: timeIn(snippet.publishedAt),
  }
  return lookUpAnswer(addressOf(id), facts, json)
}

async function readFound(access: Access, type: (typeof types)[number], items: unknown): Promise<ReadRecords> {
  const channels = await readChannels(access, channelsIn(items))
  return type === 'channel'
    ? readRecords(access, items, FoundChannel, ({ id, snippet }) => observeChannel(id.channelId, snippet, channels))
    : readRecords(access, items, FoundVideo, ({ id, snippet }) => observeVideo(id.videoId, snippet, channels))
}

function channelsIn(items: unknown): string[] {
  const ids = (Array.isArray(items) ? items : []).map((item: unknown) => valueAt(item, 'snippet.channelId'))
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}

/** What the channels say about themselves; one that can't be read is left out. */
async function readChannels(access: Access, ids: readonly string[]): Promise<ReadonlyMap<string, Channel>> {
  if (ids.length === 0) return new Map()
  const { json } = await call(access, {
    path: '/channels',
    query: { part: 'snippet,statistics', id: ids.join(','), maxResults: limit },
  })
  const items = valueAt(json, 'items')
  const read = (Array.isArray(items) ? items : []).map((item: unknown) => z.safeParse(Channel, item))
  return new Map(read.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])))
}

const pictureOf = ({ thumbnails }: Snippet) =>
  (thumbnails?.high ?? thumbnails?.medium ?? thumbnails?.default)?.url ?? null
const addressOf = (channelId: string) => `https://www.youtube.com/channel/${channelId}`

/** What both have. Texts of a search are escaped as HTML, those of a channel aren't. */
function observeOf(snippet: Snippet, name: string, channel: Channel | undefined) {
  const channelHandle = channel?.snippet.customUrl
  const { subscriberCount, hiddenSubscriberCount } = channel?.statistics ?? {}
  const followers = subscriberCount === undefined || hiddenSubscriberCount ? null : Number(subscriberCount)
  return {
    source: 'YouTube',
    at: timeIn(snippet.publishedAt),
    handle: channelHandle?.replace(/^@/, '') ?? null,
    links: [],
    phones: [],
    account: channel
      ? { createdAt: timeIn(channel.snippet.publishedAt), followers, following: null, isVerified: false }
      : null,
    pictureUrl: pictureOf(snippet),
    fields: {
      channelName: name,
      channelUrl: addressOf(snippet.channelId),
      ...(channelHandle === undefined ? {} : { channelHandle }),
      ...(followers === null ? {} : { subscribers: followers }),
    },
  } satisfies Partial<SourceObservation>
}

function observeChannel(id: string, snippet: Snippet, channels: ReadonlyMap<string, Channel>): SourceObservation {
  const channel = channels.get(snippet.channelId)
  const name = decodeHtml(snippet.title)
  return {
    ...observeOf(snippet, name, channel),
    kind: 'profile',
    id,
    url: addressOf(id),
    names: [name],
    text: channel?.snippet.description ?? decodeHtml(snippet.description ?? ''),
  }
}

function observeVideo(id: string, snippet: Snippet, channels: ReadonlyMap<string, Channel>): SourceObservation {
  const title = decodeHtml(snippet.title)
  const name = decodeHtml(snippet.channelTitle ?? snippet.channelId)
  const common = observeOf(snippet, name, channels.get(snippet.channelId))
  return {
    ...common,
    kind: 'post',
    id,
    url: `https://www.youtube.com/watch?v=${id}`,
    fields: { ...common.fields, videoTitle: title, isLive: snippet.liveBroadcastContent === 'live' },
    names: [title, name],
    text: decodeHtml(snippet.description ?? ''),
  }
}
