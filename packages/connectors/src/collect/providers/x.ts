import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { isRecord, textIn } from '@signet/contract/narrow'
import { dayMs, hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { decodeHtml } from '@signet/readers/exchange/html-entities'
import { ConnectorError } from '../../connector-error.ts'
import { callApi, headerOf, replyOf, type ApiCall, type FailureOf } from '../call-api.ts'
import type { Access, Connector, LookUpAnswer, LookUpRecord } from '../connector.ts'
import { cutAtWord } from '../cut-at-word.ts'
import { eachPage, type ReadPageOfRecords } from '../each-page.ts'
import { lookUpAnswer } from '../look-up-answer.ts'
import { readOne, readRecords, timeIn, valueAt } from '../read-records.ts'
import { similarHandles } from '../similar-handles.ts'

const Links = z.optional(z.object({ urls: z.optional(z.array(z.object({ expanded_url: z.optional(z.string()) }))) }))
const User = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  created_at: z.optional(z.string()),
  description: z.optional(z.string()),
  verified: z.optional(z.boolean()),
  profile_image_url: z.optional(z.string()),
  public_metrics: z.optional(z.object({ followers_count: z.int(), following_count: z.int() })),
  entities: z.optional(z.object({ url: Links, description: Links })),
})
type User = z.output<typeof User>
/** A post with its author, who is in another list of the answer. */
const Post = z.object({
  id: z.string(),
  text: z.string(),
  created_at: z.optional(z.string()),
  entities: Links,
  note_tweet: z.optional(z.object({ text: z.string(), entities: Links })),
  author: User,
})

const Count = z.union([z.string(), z.number()])
const Usage = z.object({ project_usage: Count, project_cap: Count })

const origin = 'https://x.com'
const queryMax = 512
/** The largest number of posts in an answer. */
const limit = 100
const userFields = 'created_at,description,entities,profile_image_url,public_metrics,verified'
const isHandle = (handle: string) => /^[a-z0-9_]{4,15}$/.test(handle)

/** Reposts repeat what is found already. */
const operators = ' -is:retweet'
const queryOf = (term: string) =>
  `"${cutAtWord(term.replaceAll(/["\\]/g, ' '), queryMax - operators.length - 2)}"${operators}`

const call = (access: Access, { path, query }: Pick<ApiCall, 'path' | 'query'>) =>
  callApi(
    access,
    { path, ...(query ? { query } : {}), headers: { authorization: `Bearer ${access.credentials.token ?? ''}` } },
    failureOf(access),
  )

/** Problems have words (RFC 7807). Of a throttled call, only a header says when the next one is answered. */
const failureOf =
  (access: Access): FailureOf =>
  ({ status, headers, json }, host) => {
    if (status === 429 && (textIn(json, 'type') ?? '').endsWith('/usage-capped')) {
      const retryAt = textIn(json, 'period') === 'Daily' ? nextDay() : nextMonth()
      return new ConnectorError('API_QUOTA_USED', { host }, { status, retryAt })
    }
    if (status === 429) {
      const reset = Number(headerOf({ headers }, 'x-rate-limit-reset')) * secondMs
      const soonest = Date.now()
      const retryAt = new Date(reset > soonest ? Math.min(reset, soonest + dayMs) : soonest + 15 * minuteMs)
      return new ConnectorError('SERVER_THROTTLES', { host, status }, { status, retryAt })
    }
    // 402: the credits of a pay-per-use account are used up.
    if (status !== 401 && status !== 402 && status !== 403) return null
    const reply = textIn(json, 'detail') ?? textIn(json, 'title') ?? String(status)
    return new ConnectorError('API_KEY_REFUSED', { host, reply: replyOf(access, reply) }, { status })
  }

function nextDay(): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}

function nextMonth(): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))
}

/** Posts of the last seven days that name a brand, and accounts whose names resemble its own. */
export const x: Connector = {
  base: 'https://api.x.com',
  everyMs: hourMs,
  spacingMs: 2 * secondMs,
  quota: { calls: 300, perMs: 15 * minuteMs },
  api: {
    calls: ['GET /2/tweets/search/recent', 'GET /2/users/by', 'GET /2/usage/tweets'],
    documentation: 'https://docs.x.com/x-api/posts/search/introduction',
    permission: 'an app with the bearer token of a plan that has recent search',
    checked: '2026-11-23',
    unconfirmed: 'the status 402 of an account without credits; that a used-up month begins anew on its first day',
  },
  async check(access) {
    const { json } = await call(access, { path: '/2/usage/tweets' })
    const counts = z.safeParse(Usage, valueAt(json, 'data'))
    return counts.success ? `project_usage ${counts.data.project_usage}, project_cap ${counts.data.project_cap}` : 'OK'
  },
  collect(access, { terms, handles }, cursor) {
    const similar = similarHandles([...handles, ...terms], isHandle)
    const searches = [
      ...terms.map((term) => `posts ${term}`),
      ...(similar.length > 0 ? [`accounts ${similar.join(',')}`] : []),
    ]
    return eachPage(searches, cursor, (each, page, since) => {
      const value = each.slice(each.indexOf(' ') + 1)
      return each.startsWith('posts ') ? readPosts(access, value, page, since) : readAccounts(access, value)
    })
  },
  lookUp: { kinds: { account: /^\w{1,15}$/ }, ask },
}

async function ask(access: Access, { value }: LookUpRecord): Promise<LookUpAnswer | null> {
  const { json } = await call(access, { path: '/2/users/by', query: { usernames: value, 'user.fields': userFields } })
  if (valueAt(json, 'data') === undefined && Array.isArray(valueAt(json, 'errors'))) return null
  const user = readOne(access, valueAt(json, 'data.0'), User)
  const facts = {
    name: user.name,
    description: decodeHtml(user.description ?? ''),
    followers: user.public_metrics?.followers_count,
    createdAt: timeIn(user.created_at),
    status: user.verified ? 'verified' : 'not verified',
  }
  return lookUpAnswer(`${origin}/${user.username}`, facts, json)
}

async function readPosts(
  access: Access,
  term: string,
  page: string | null,
  since: string | null,
): Promise<ReadPageOfRecords> {
  const { json } = await call(access, {
    path: '/2/tweets/search/recent',
    query: {
      query: queryOf(term),
      max_results: limit,
      start_time: startOf(since),
      next_token: page ?? undefined,
      expansions: 'author_id',
      'tweet.fields': 'created_at,entities,note_tweet',
      'user.fields': userFields,
    },
  })
  const users = new Map<unknown, unknown>()
  const included = valueAt(json, 'includes.users')
  for (const user of Array.isArray(included) ? included : []) if (isRecord(user)) users.set(user['id'], user)
  const records = recordsIn(json)
  const posts: unknown = Array.isArray(records)
    ? records.map((post: unknown) => (isRecord(post) ? { ...post, author: users.get(post['author_id']) } : post))
    : records
  const next = valueAt(json, 'meta.next_token')
  return { ...readRecords(access, posts, Post, observePost), next: typeof next === 'string' ? next : null }
}

/** An empty answer has a count but no list. */
const recordsIn = (json: unknown) =>
  valueAt(json, 'data') ?? (valueAt(json, 'meta.result_count') === 0 ? [] : undefined)

/** Posts are found some time after they were written; earlier beginnings than seven days ago are refused. */
function startOf(since: string | null): string | undefined {
  const start = since === null ? 0 : Date.parse(since) - 5 * minuteMs
  return start > Date.now() - 7 * dayMs + hourMs ? `${new Date(start).toISOString().slice(0, 19)}Z` : undefined
}

async function readAccounts(access: Access, usernames: string): Promise<ReadPageOfRecords> {
  const { json } = await call(access, { path: '/2/users/by', query: { usernames, 'user.fields': userFields } })
  // Names without an account are errors next to the accounts that were found, or without any.
  const records = valueAt(json, 'data') ?? (Array.isArray(valueAt(json, 'errors')) ? [] : undefined)
  return { ...readRecords(access, records, User, observeUser), next: null }
}

type Observed = Pick<SourceObservation, 'source' | 'fields' | 'names' | 'handle' | 'phones' | 'account' | 'pictureUrl'>

function accountOf(user: User): Observed {
  const { name, username, public_metrics: metrics } = user
  const createdAt = timeIn(user.created_at)
  return {
    source: 'Twitter',
    fields: {
      Name: name,
      Handle: username,
      ProfileUrl: `${origin}/${username}`,
      ...(metrics ? { followers: metrics.followers_count } : {}),
      ...(createdAt === null ? {} : { createdOn: createdAt }),
    },
    names: [name],
    handle: username,
    phones: [],
    account: {
      createdAt,
      followers: metrics?.followers_count ?? null,
      following: metrics?.following_count ?? null,
      isVerified: user.verified ?? false,
    },
    pictureUrl: user.profile_image_url ?? null,
  }
}

const linksIn = (links: z.output<typeof Links>) => (links?.urls ?? []).flatMap(({ expanded_url: url }) => url ?? [])

function observeUser(user: User): SourceObservation {
  return {
    ...accountOf(user),
    kind: 'profile',
    id: user.id,
    at: timeIn(user.created_at),
    url: `${origin}/${user.username}`,
    text: decodeHtml(user.description ?? ''),
    links: [...new Set([...linksIn(user.entities?.url), ...linksIn(user.entities?.description)])],
  }
}

function observePost(post: z.output<typeof Post>): SourceObservation {
  const account = accountOf(post.author)
  // A long post has its whole text in a note.
  const { text, entities } = post.note_tweet ?? post
  return {
    ...account,
    kind: 'post',
    id: post.id,
    at: timeIn(post.created_at),
    url: `${origin}/${post.author.username}/status/${post.id}`,
    fields: { ...account.fields, postText: decodeHtml(text) },
    text: decodeHtml(text),
    links: [...new Set(linksIn(entities))],
  }
}
