import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { textIn } from '@signet/contract/narrow'
import { dayMs, hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { bearerOf } from '../bearer.ts'
import { callApi, headerOf, replyOf, type ApiAnswer, type FailureOf, type RawAnswer } from '../call-api.ts'
import type { Access, Connector } from '../connector.ts'
import { cutAtWord } from '../cut-at-word.ts'
import { eachPage } from '../each-page.ts'
import { readRecords, timeOfSeconds, valueAt } from '../read-records.ts'

const Post = z.object({
  data: z.object({
    id: z.string(),
    title: z.string(),
    selftext: z.optional(z.string()),
    author: z.string(),
    subreddit: z.optional(z.string()),
    permalink: z.string(),
    url: z.optional(z.string()),
    is_self: z.optional(z.boolean()),
    created_utc: z.number(),
  }),
})

const base = 'https://oauth.reddit.com'
const origin = 'https://www.reddit.com'
/** Reddit refuses clients whose name is not their own. */
const headers = { 'user-agent': 'server:signet-brand-protection:v1' }
const termMax = 512
/** The largest number of posts in an answer. */
const limit = 100

/** Tokens are issued at another host; a stand-in has both. */
const tokenUrlOf = (access: Access) => `${access.base === base ? origin : access.base}/api/v1/access_token`

/** The header has the seconds until the period ends, during which calls are counted. */
const endOfPeriod = (answer: Pick<RawAnswer, 'headers'>) => {
  const seconds = Number(headerOf(answer, 'x-ratelimit-reset'))
  return new Date(Date.now() + (seconds > 0 ? Math.min(seconds * secondMs, dayMs) : minuteMs))
}

const failureOf =
  (access: Access): FailureOf =>
  (answer, host) => {
    const { status, json } = answer
    if (status === 429)
      return new ConnectorError('SERVER_THROTTLES', { host, status }, { status, retryAt: endOfPeriod(answer) })
    if (status !== 401 && status !== 403) return null
    const reply = textIn(json, 'message') ?? textIn(json, 'reason') ?? String(status)
    return new ConnectorError('API_KEY_REFUSED', { host, reply: replyOf(access, reply) }, { status })
  }

/** Calls of one run, which stop before the provider has to refuse one. */
function session(access: Access): (query: Record<string, string | number | undefined>) => Promise<ApiAnswer> {
  const bearer = bearerOf(access, { tokenUrl: tokenUrlOf(access), scope: '', authentication: 'header' }, headers)
  let freeAt: Date | null = null
  return async (query) => {
    const { host } = new URL(access.base)
    if (freeAt && freeAt.getTime() > Date.now())
      throw new ConnectorError('API_QUOTA_USED', { host }, { retryAt: freeAt })
    const authorization = await bearer()
    const answer = await callApi(
      access,
      {
        path: '/search',
        query: { ...query, type: 'link', sort: 'new', raw_json: 1 },
        headers: { ...headers, authorization },
      },
      failureOf(access),
    )
    freeAt = Number(headerOf(answer, 'x-ratelimit-remaining') ?? 1) < 1 ? endOfPeriod(answer) : null
    return answer
  }
}

/** Posts that name a brand, newest first. */
export const reddit: Connector = {
  base,
  everyMs: hourMs,
  spacingMs: secondMs,
  quota: { calls: 60, perMs: minuteMs },
  api: {
    calls: ['POST /api/v1/access_token', 'GET /search'],
    documentation: 'https://www.reddit.com/dev/api/#GET_search',
    permission: 'an app that Reddit has approved under its Responsible Builder Policy; a contract for commercial use',
    checked: '2026-11-23',
    unconfirmed: 'the answer to an app without approval',
  },
  async check(access) {
    const answer = await session(access)({ q: 'test', limit: 1 })
    const left = headerOf(answer, 'x-ratelimit-remaining')
    return left === undefined ? 'OK' : `x-ratelimit-remaining ${left}`
  },
  collect(access, { terms }, cursor) {
    const search = session(access)
    return eachPage(terms, cursor, async (term, page, since) => {
      const { json } = await search({ q: queryOf(term), limit, after: page ?? undefined })
      const read = readRecords(access, valueAt(json, 'data.children'), Post, observe)
      const after = valueAt(json, 'data.after')
      const oldest = read.observations.at(-1)?.at
      const isSeen = since !== null && typeof oldest === 'string' && oldest < since
      return { ...read, next: typeof after === 'string' && !isSeen ? after : null }
    })
  },
}

const queryOf = (term: string) => `"${cutAtWord(term.replaceAll('"', ' '), termMax - 2)}"`

function observe({ data: post }: z.output<typeof Post>): SourceObservation | null {
  const { id, title, author, subreddit, permalink, url, created_utc: created } = post
  // Nothing is left of a post whose account was deleted.
  if (author === '[deleted]') return null
  const text = post.selftext === '[removed]' || post.selftext === '[deleted]' ? '' : (post.selftext ?? '')
  return {
    source: 'Reddit',
    kind: 'post',
    id,
    at: timeOfSeconds(created),
    url: origin + permalink,
    fields: {
      Username: author,
      ProfileUrl: `${origin}/user/${author}`,
      postTitle: title,
      ...(subreddit === undefined ? {} : { subreddit }),
    },
    names: [title],
    handle: author,
    text,
    links: url === undefined || post.is_self === true ? [] : [url],
    phones: [],
    account: null,
    pictureUrl: null,
  }
}
