import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { addDays, dayMs, hourMs, isoToday, minuteMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { bearerOf } from '../bearer.ts'
import { callApi, replyOf, type ApiAnswer, type FailureOf } from '../call-api.ts'
import type { Access, Connector } from '../connector.ts'
import { cutAtWord } from '../cut-at-word.ts'
import { eachPage } from '../each-page.ts'
import { readRecords, timeIn, valueAt } from '../read-records.ts'

const Id = z.union([z.string(), z.number()])
const Day = z.optional(Id)
const Found = z.object({
  ad: z.object({
    id: Id,
    first_shown_date: Day,
    last_shown_date: Day,
    status: z.optional(z.string()),
    videos: z.optional(z.array(z.object({ cover_image_url: z.optional(z.string()) }))),
    image_urls: z.optional(z.array(z.string())),
  }),
  advertiser: z.object({
    business_id: z.optional(Id),
    business_name: z.string(),
    paid_for_by: z.optional(z.string()),
  }),
})

const fields = [
  ...['id', 'first_shown_date', 'last_shown_date', 'status', 'videos', 'image_urls'].map((field) => `ad.${field}`),
  ...['business_id', 'business_name', 'paid_for_by'].map((field) => `advertiser.${field}`),
].join(',')
const termMax = 50
/** The largest number of ads in an answer. */
const limit = 50
/** How far back the first run looks, in days. */
const firstDays = 90

const TikTokError = z.object({ error: z.object({ code: z.string(), message: z.optional(z.string()) }) })

const refusals = new Set(['access_token_invalid', 'scope_not_authorized', 'scope_permission_missed'])

/** Every answer has a code, `ok` if it is one; its status can be 200 either way. Calls are counted over the last minute. */
const failureOf =
  (access: Access): FailureOf =>
  ({ status, json }, host) => {
    const read = z.safeParse(TikTokError, json)
    if (!read.success || read.data.error.code === 'ok') return null
    const { code, message = '' } = read.data.error
    if (code === 'rate_limit_exceeded') {
      return new ConnectorError(
        'SERVER_THROTTLES',
        { host, status },
        { status, retryAt: new Date(Date.now() + minuteMs) },
      )
    }
    if (code === 'daily_quota_limit_exceeded') {
      const retryAt = new Date(Math.ceil((Date.now() + 1) / dayMs) * dayMs)
      return new ConnectorError('API_QUOTA_USED', { host }, { status, retryAt })
    }
    if (code === 'internal_error') return new ConnectorError('SERVER_FAILS', { host, status }, { status })
    const reply = replyOf(access, `${code}: ${message}`)
    return new ConnectorError(refusals.has(code) ? 'API_KEY_REFUSED' : 'API_CALL_REFUSED', { host, reply }, { status })
  }

/** The ads that one run asks for, by days such as `20261123`. */
interface Query {
  term: string
  from: string
  until: string
  count: number
  searchId?: string | undefined
}

function session(access: Access): (query: Query) => Promise<ApiAnswer> {
  const tokenUrl = `${access.base}/v2/oauth/token/`
  const bearer = bearerOf(access, { tokenUrl, scope: '', authentication: 'clientKey' })
  return async ({ term, from, until, count, searchId }) => {
    const authorization = await bearer()
    const body = {
      filters: { ad_published_date_range: { min: from, max: until }, country_code: 'ALL' },
      search_term: term,
      search_type: 'exact_phrase',
      max_count: count,
      ...(searchId === undefined ? {} : { search_id: searchId }),
    }
    const path = '/v2/research/adlib/ad/query/'
    const headers = { authorization, 'content-type': 'application/json' }
    return callApi(
      access,
      { method: 'POST', path, query: { fields }, headers, body: JSON.stringify(body) },
      failureOf(access),
    )
  }
}

const compact = (day: string) => day.replaceAll('-', '')

/** Ads on TikTok that name a brand, from the library of what was shown in Europe. It doesn't say where an ad leads to. */
export const tiktokAds: Connector = {
  base: 'https://open.tiktokapis.com',
  everyMs: 6 * hourMs,
  spacingMs: secondMs,
  quota: { calls: 600, perMs: minuteMs },
  api: {
    calls: ['POST /v2/oauth/token/', 'POST /v2/research/adlib/ad/query/'],
    documentation: 'https://developers.tiktok.com/doc/commercial-content-api-query-ads',
    permission: 'a client that TikTok has approved for the Commercial Content API (`research.adlib.basic`)',
    checked: '2026-11-23',
    unconfirmed:
      'the number of calls per minute; the code of a used-up day; the address of an ad in the public library',
  },
  async check(access) {
    await session(access)({
      term: 'test',
      from: compact(addDays(isoToday(), -1)),
      until: compact(isoToday()),
      count: 1,
    })
    return 'OK'
  },
  collect(access, { terms }, cursor) {
    const search = session(access)
    return eachPage(terms, cursor, async (term, page, since) => {
      // A search continues only with the same days.
      const [from, until, searchId] = page?.split(' ') ?? [
        compact(since === null ? addDays(isoToday(), -firstDays) : addDays(since.slice(0, 10), -1)),
        compact(isoToday()),
      ]
      const query = { term: cutAtWord(term, termMax), from: from ?? '', until: until ?? '', count: limit, searchId }
      const { json } = await search(query)
      const id = valueAt(json, 'data.search_id')
      const hasMore = valueAt(json, 'data.has_more') === true && typeof id === 'string'
      return {
        ...readRecords(access, valueAt(json, 'data.ads'), Found, observe),
        next: hasMore ? `${query.from} ${query.until} ${id}` : null,
      }
    })
  },
}

/** A day such as `20261123`. */
function dayOf(value: z.output<typeof Day>): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(String(value ?? '')) ?? []
  return year === undefined ? null : `${year}-${month}-${day}`
}

function observe({ ad, advertiser }: z.output<typeof Found>): SourceObservation {
  const { business_id: account, business_name: name, paid_for_by: payer } = advertiser
  const id = String(ad.id)
  const url = `https://library.tiktok.com/ads/detail/?ad_id=${id}`
  const [first, last] = [dayOf(ad.first_shown_date), dayOf(ad.last_shown_date)]
  return {
    source: 'Advertisements',
    kind: 'advertisement',
    id,
    at: timeIn(first),
    url,
    fields: {
      advertiser: name,
      adURL: url,
      adSource: 'TikTok',
      ...(account === undefined ? {} : { advertiserId: String(account) }),
      ...(payer === undefined ? {} : { payer }),
      ...(first === null ? {} : { firstShown: first }),
      ...(last === null ? {} : { lastShown: last }),
      ...(ad.status === undefined ? {} : { adStatus: ad.status }),
    },
    names: payer === undefined || payer === name ? [name] : [name, payer],
    handle: null,
    text: '',
    links: [],
    phones: [],
    account: null,
    pictureUrl: ad.videos?.[0]?.cover_image_url ?? ad.image_urls?.[0] ?? null,
  }
}
