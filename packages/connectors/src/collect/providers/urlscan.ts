import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { textIn } from '@signet/contract/narrow'
import { dayMs, hourMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { statusError } from '../../guarded-fetch.ts'
import { callApi, headerOf, replyOf, type ApiCall, type FailureOf } from '../call-api.ts'
import type { Access, Connector, LookUpAnswer, LookUpRecord } from '../connector.ts'
import { cutAtWord } from '../cut-at-word.ts'
import { eachPage } from '../each-page.ts'
import { hostForm, lookUpAnswer, urlForm } from '../look-up-answer.ts'
import { readOne, readRecords, timeIn, valueAt } from '../read-records.ts'

const Scan = z.object({
  task: z.object({ time: z.optional(z.string()), url: z.optional(z.string()) }),
  page: z.object({ url: z.url(), title: z.nullish(z.string()), ip: z.nullish(z.string()) }),
  result: z.optional(z.string()),
})
const Sort = z.array(z.union([z.string(), z.number()]))

/** Accounts may ask for more, but a page of results should be quick to read again. */
const limit = 100
/** How far back a first run looks. */
const firstDays = 30
/** A query with many long names would not fit an address. */
const termMax = 200
const ownDomainsMax = 20

const call = (access: Access, { headers, ...rest }: ApiCall) =>
  callApi(access, { ...rest, headers: { 'api-key': access.credentials.key ?? '', ...headers } }, failureOf(access))

/** A malformed key is answered with 400 everywhere. */
const failureOf =
  (access: Access): FailureOf =>
  ({ status, headers, json }, host) => {
    if (status === 429) {
      const reset = headerOf({ headers }, 'x-rate-limit-reset-after') ?? headerOf({ headers }, 'x-rate-limit-reset')
      return statusError(host, status, reset)
    }
    const reply = replyOf(access, textIn(json, 'description') ?? textIn(json, 'message') ?? String(status))
    if (status === 401 || status === 403 || (status === 400 && /api[- ]key/i.test(reply))) {
      return new ConnectorError('API_KEY_REFUSED', { host, reply }, { status })
    }
    return status === 400 ? new ConnectorError('API_CALL_REFUSED', { host, reply }, { status }) : null
  }

/** Pages that others had scanned: with a brand in their title or address, or with parts of the company's own site. */
export const urlscan: Connector = {
  base: 'https://urlscan.io',
  everyMs: 6 * hourMs,
  spacingMs: 2 * secondMs,
  quota: null,
  api: {
    calls: ['GET /api/v1/search/', 'GET /api/v1/result/{id}/', 'GET /api/v1/quotas'],
    documentation: 'https://docs.urlscan.io/pages/search-api-reference',
    permission: '',
    checked: '2026-11-23',
    unconfirmed: 'whether every account may search by `page.title`',
  },
  async check(access) {
    const { json } = await call(access, { path: '/api/v1/quotas' })
    const left = valueAt(json, 'limits.search.day.remaining')
    return typeof left === 'number' ? `search, day: remaining ${left}` : 'OK'
  },
  collect(access, { terms, domains }, cursor) {
    const own = domains.slice(0, ownDomainsMax).map((domain) => ` AND NOT page.domain:${quoted(domain)}`)
    const searches = [...terms.map((term) => `page.title ${term}`), ...domains.map((domain) => `domain ${domain}`)]
    return eachPage(searches, cursor, async (each, after, since) => {
      const [field = ''] = each.split(' ')
      const q = `${field}:${quoted(each.slice(field.length + 1))} AND date:>now-${daysSince(since)}d${own.join('')}`
      const { json } = await call(access, {
        path: '/api/v1/search/',
        query: { q, size: limit, search_after: after ?? undefined },
      })
      const results = valueAt(json, 'results')
      const sort = z.safeParse(Sort, valueAt(Array.isArray(results) ? results.at(-1) : null, 'sort'))
      const next = valueAt(json, 'has_more') === true && sort.success ? sort.data.join(',') : null
      return { ...readRecords(access, results, Scan, observe), next }
    })
  },
  lookUp: { kinds: { url: urlForm, host: hostForm }, ask },
}

const Overall = z.object({ malicious: z.boolean(), score: z.optional(z.number()) })

/** The latest scan of a page or of a host, with the verdict of urlscan.io. */
async function ask(access: Access, { kind, value }: LookUpRecord): Promise<LookUpAnswer | null> {
  const field = kind === 'host' ? 'page.domain' : 'page.url'
  const q = `${field}:"${value.replaceAll(/["\\]/g, ' ')}"`
  const { json } = await call(access, { path: '/api/v1/search/', query: { q, size: 1 } })
  const results = valueAt(json, 'results')
  if (Array.isArray(results) && results.length === 0) return null
  const latest = readOne(access, valueAt(results, '0'), KnownScan)
  const scan = await scanOf(access, latest['_id'])
  const verdict = z.safeParse(Overall, valueAt(scan, 'verdicts.overall')).data
  const total = valueAt(json, 'total')
  const facts = {
    verdict: verdict && (verdict.malicious ? `malicious, score ${verdict.score ?? '?'}` : 'not malicious'),
    title: latest.page.title,
    address: latest.page.ip,
    lastSeen: timeIn(latest.task.time),
    records: typeof total === 'number' ? total : null,
  }
  return lookUpAnswer(`https://urlscan.io/result/${latest['_id']}/`, facts, { search: json, scan })
}

const KnownScan = z.extend(Scan, { _id: z.string().check(z.regex(/^[\w-]{1,100}$/)) })

/** A scan that is going on, or was removed, has no result. */
const scanOf = async (access: Access, id: string): Promise<unknown> => {
  const path = `/api/v1/result/${id}/`
  const base = failureOf(access)
  const headers = { 'api-key': access.credentials.key ?? '' }
  const { json } = await callApi(access, { path, headers }, (answer, host) =>
    answer.status === 404 || answer.status === 410 ? 'accepted' : base(answer, host),
  )
  return json
}

const quoted = (text: string) => `"${cutAtWord(text.replaceAll(/["\\]/g, ' '), termMax)}"`

/** Whole days, and one more because scans are listed when they are complete. */
const daysSince = (since: string | null) =>
  since === null ? firstDays : Math.ceil((Date.now() - Date.parse(since)) / dayMs) + 1

/** The same page keeps its id when it is scanned again. */
function observe({ task, page, result }: z.output<typeof Scan>): SourceObservation {
  const { url, title, ip } = page
  return {
    source: 'URL',
    kind: 'address',
    id: url,
    at: timeIn(task.time),
    url,
    fields: {
      link: url,
      host: new URL(url).hostname,
      urlSource: 'urlscan.io',
      ...(title ? { pageTitle: title } : {}),
      ...(ip ? { address: ip } : {}),
      ...(result === undefined ? {} : { scan: result }),
    },
    names: title ? [title] : [],
    handle: null,
    text: '',
    links: task.url === undefined || task.url === url ? [] : [task.url],
    phones: [],
    account: null,
    pictureUrl: null,
  }
}
