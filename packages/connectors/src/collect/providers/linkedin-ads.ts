import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { textIn } from '@signet/contract/narrow'
import { dayMs, hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { callApi, replyOf, type ApiAnswer, type FailureOf } from '../call-api.ts'
import type { Access, Connector } from '../connector.ts'
import { cutAtWord } from '../cut-at-word.ts'
import { eachPage } from '../each-page.ts'
import { readRecords, timeOfSeconds, valueAt } from '../read-records.ts'

const Ad = z.object({
  adUrl: z.string().check(z.regex(/\/detail\/\d+/)),
  details: z.object({
    type: z.optional(z.string()),
    advertiser: z.object({
      advertiserName: z.string(),
      advertiserUrl: z.optional(z.string()),
      adPayer: z.optional(z.string()),
    }),
    adStatistics: z.optional(
      z.object({ firstImpressionAt: z.optional(z.int()), latestImpressionAt: z.optional(z.int()) }),
    ),
  }),
})

const termMax = 100
/** The largest number of ads in an answer. */
const limit = 25
/** An ordinary word is in hundreds of thousands of ads, and an account has a thousand calls a day. */
const pagesMax = 20

const failureOf =
  (access: Access): FailureOf =>
  ({ status, json }, host) => {
    if (status === 429) {
      return new ConnectorError(
        'SERVER_THROTTLES',
        { host, status },
        { status, retryAt: new Date(Date.now() + minuteMs) },
      )
    }
    if (status < 400 || status >= 500) return null
    const reply = replyOf(access, textIn(json, 'message') ?? String(status))
    // An account without the product doesn't find the library (404).
    const isRefused = status === 401 || status === 403 || status === 404
    return new ConnectorError(isRefused ? 'API_KEY_REFUSED' : 'API_CALL_REFUSED', { host, reply }, { status })
  }

const search = (access: Access, query: Record<string, string | number>): Promise<ApiAnswer> =>
  callApi(
    access,
    {
      path: '/rest/adLibrary',
      query: { q: 'criteria', ...query },
      headers: {
        authorization: `Bearer ${access.credentials.token ?? ''}`,
        // LinkedIn answers each version for about a year.
        'linkedin-version': '202606',
        'x-restli-protocol-version': '2.0.0',
      },
    },
    failureOf(access),
  )

/**
 * Ads on LinkedIn whose text or advertiser has the name of a brand. The library has no texts of ads, and doesn't say where one leads to.
 */
export const linkedinAds: Connector = {
  base: 'https://api.linkedin.com',
  everyMs: 12 * hourMs,
  spacingMs: 4 * secondMs,
  quota: { calls: 1000, perMs: dayMs },
  api: {
    calls: ['GET /rest/adLibrary'],
    documentation: 'https://www.linkedin.com/ad-library/api/ads',
    permission: 'an app with the product Ad Library, and a token of one of its members',
    checked: '2026-11-23',
    unconfirmed: 'parameters, fields, errors and limits (known from public code)',
  },
  async check(access) {
    await search(access, { keyword: 'test', start: 0, count: 1 })
    return 'OK'
  },
  collect(access, { terms }, cursor) {
    const searches = terms.flatMap((term) => [`keyword ${term}`, `advertiser ${term}`])
    return eachPage(searches, cursor, async (each, page) => {
      const [criterion = '', ...words] = each.split(' ')
      const start = Number(page ?? 0)
      const { json } = await search(access, { [criterion]: cutAtWord(words.join(' '), termMax), start, count: limit })
      const elements = valueAt(json, 'elements')
      const read = readRecords(access, elements, Ad, observe)
      const next = start + (Array.isArray(elements) ? elements.length : 0)
      return { ...read, next: hasNext(json) && next > start && next < pagesMax * limit ? String(next) : null }
    })
  },
}

const Links = z.array(z.object({ rel: z.string() }))

function hasNext(json: unknown): boolean {
  const links = z.safeParse(Links, valueAt(json, 'paging.links'))
  return links.success && links.data.some(({ rel }) => rel === 'next')
}

const timeOf = (at: number | undefined) => (at === undefined ? null : timeOfSeconds(at / secondMs))

function observe({ adUrl, details }: z.output<typeof Ad>): SourceObservation {
  const { advertiserName: advertiser, advertiserUrl, adPayer: payer } = details.advertiser
  const first = timeOf(details.adStatistics?.firstImpressionAt)
  const last = timeOf(details.adStatistics?.latestImpressionAt)
  return {
    source: 'Advertisements',
    kind: 'advertisement',
    id: /\/detail\/(\d+)/.exec(adUrl)?.[1] ?? adUrl,
    at: first,
    url: adUrl,
    fields: {
      advertiser,
      adURL: adUrl,
      adSource: 'LinkedIn',
      ...(advertiserUrl === undefined ? {} : { advertiserUrl }),
      ...(payer === undefined ? {} : { payer }),
      ...(first === null ? {} : { firstShown: first }),
      ...(last === null ? {} : { lastShown: last }),
    },
    names: payer === undefined || payer === advertiser ? [advertiser] : [advertiser, payer],
    handle: null,
    text: '',
    links: [],
    phones: [],
    account: null,
    pictureUrl: null,
  }
}
