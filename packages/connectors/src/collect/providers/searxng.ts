import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { dayMs, hourMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { callApi, headerOf, replyOf, type FailureOf } from '../call-api.ts'
import type { Access, Connector } from '../connector.ts'
import { cutAtWord } from '../cut-at-word.ts'
import { eachPage } from '../each-page.ts'
import { readRecords, timeIn, valueAt } from '../read-records.ts'

const Result = z.object({
  url: z.url(),
  title: z.string(),
  content: z.nullish(z.string()),
  publishedDate: z.nullish(z.string()),
})

/** Most engines ignore words after these. */
const termMax = 100
/** Documents with these endings are looked for. */
const endings = ['pdf', 'docx', 'xlsx', 'pptx'] as const
/** An answer doesn't say how many pages there are, and engines block those who turn many. */
const pagesMax = 3
/** Own sites have thousands of own documents. */
const ownDomainsMax = 3

const search = (access: Access, q: string, pageno: number) =>
  callApi(access, { path: '/search', query: { q, format: 'json', pageno } }, failureOf)

/** The limiter of SearXNG counts answers other than pages by the hour. */
const failureOf: FailureOf = ({ status, headers }, host) =>
  status === 429 && headerOf({ headers }, 'retry-after') === undefined
    ? new ConnectorError('SERVER_THROTTLES', { host, status }, { status, retryAt: new Date(Date.now() + hourMs) })
    : null

/** Documents that search engines know, by the operator's own SearXNG. */
export const searxng: Connector = {
  base: '',
  everyMs: dayMs,
  spacingMs: 5 * secondMs,
  quota: null,
  api: {
    calls: ['GET /search'],
    documentation: 'https://docs.searxng.org/dev/search_api.html',
    permission: 'an own instance with `json` in `search.formats` of its `settings.yml`; others answer 403',
    checked: '2026-11-23',
    unconfirmed: 'how long its limiter refuses calls',
  },
  async check(access) {
    const { json } = await search(access, 'test', 1)
    const blocked = valueAt(json, 'unresponsive_engines')
    return Array.isArray(blocked) && blocked.length > 0
      ? replyOf(access, `unresponsive_engines: ${blocked.join('; ')}`)
      : 'OK'
  },
  collect(access, { terms, domains }, cursor) {
    const elsewhere = domains.slice(0, ownDomainsMax).map((domain) => ` -site:${domain}`)
    const searches = terms.flatMap((term) => endings.map((ending) => `${ending} ${term}`))
    return eachPage(searches, cursor, async (each, page) => {
      const [ending = ''] = each.split(' ')
      const number = Number(page ?? 1)
      const phrase = cutAtWord(each.slice(ending.length + 1).replaceAll('"', ' '), termMax)
      const { json } = await search(access, `"${phrase}" filetype:${ending}${elsewhere.join('')}`, number)
      const read = readRecords(access, valueAt(json, 'results'), Result, observe)
      const isLast = read.observations.length + read.skipped.length === 0 || number === pagesMax
      return { ...read, next: isLast ? null : String(number + 1) }
    })
  },
}

function observe({ url, title, content, publishedDate }: z.output<typeof Result>): SourceObservation {
  return {
    source: 'DocumentLeaks',
    kind: 'document',
    id: url,
    at: timeIn(publishedDate),
    url,
    fields: { title, docSource: new URL(url).hostname, link: url },
    names: [title],
    handle: null,
    text: content ?? '',
    links: [],
    phones: [],
    account: null,
    pictureUrl: null,
  }
}
