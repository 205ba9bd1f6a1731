import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { isRecord, textIn } from '@signet/contract/narrow'
import { hourMs, secondMs } from '@signet/contract/time'
import { readStixPattern } from '@signet/readers/exchange/sharing/stix-pattern'
import { ConnectorError } from '../../connector-error.ts'
import { callApi, replyOf, type ApiCall, type FailureOf } from '../call-api.ts'
import type { Access, Connector } from '../connector.ts'
import { eachPage } from '../each-page.ts'
import { addressOf, readRecords, timeIn, valueAt } from '../read-records.ts'

const Indicator = z.object({
  id: z.string(),
  type: z.literal('indicator'),
  pattern: z.string(),
  pattern_type: z._default(z.string(), 'stix'),
  name: z.optional(z.string()),
  description: z.optional(z.string()),
  modified: z.optional(z.string()),
  valid_until: z.optional(z.string()),
  revoked: z.optional(z.boolean()),
  confidence: z.optional(z.number()),
})

const mediaType = 'application/taxii+json;version=2.1'
const limit = 500
/** An object may be listed somewhat after the time at which it was added. */
const overlapMs = hourMs

const call = (access: Access, { path, query = {} }: Pick<ApiCall, 'path' | 'query'>) => {
  const { clientId = '', clientSecret = '' } = access.credentials
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  return callApi(access, { path, query, headers: { accept: mediaType, authorization } }, failureOf(access))
}

/** Errors have a title and often a description (TAXII 2.1, section 3.6.1). */
const failureOf =
  (access: Access): FailureOf =>
  ({ status, json }, host) => {
    const words = [textIn(json, 'title'), textIn(json, 'description')].filter((each) => each !== undefined)
    const reply = replyOf(access, words.join(': ') || String(status))
    if (status === 401 || status === 403) return new ConnectorError('API_KEY_REFUSED', { host, reply }, { status })
    // Also if the collection is not there, or the server has another version.
    return [400, 404, 406].includes(status) ? new ConnectorError('API_CALL_REFUSED', { host, reply }, { status }) : null
  }

/** An empty page may be an empty object. Servers may send other objects although only indicators were asked for. */
function indicatorsIn(json: unknown): unknown {
  const objects = valueAt(json, 'objects')
  const isEmpty = isRecord(json) && Object.keys(json).every((key) => key === 'more')
  if (!Array.isArray(objects)) return isEmpty ? [] : objects
  return objects.filter((object: unknown) => (textIn(object, 'type') ?? 'indicator') === 'indicator')
}

/** Addresses and domains in the indicators of a TAXII 2.1 collection. There is no search for a brand: a run reads what was added. */
export const taxii: Connector = {
  base: '',
  everyMs: hourMs,
  spacingMs: secondMs,
  quota: null,
  api: {
    calls: ['GET /objects/', 'GET /'],
    documentation: 'https://docs.oasis-open.org/cti/taxii/v2.1/os/taxii-v2.1-os.html#_Toc31107537',
    permission:
      'a user name (`clientId`) and password (`clientSecret`) of the server; `baseUrl` is the address of a collection',
    checked: '2026-11-23',
    unconfirmed: '',
  },
  async check(access) {
    const { json } = await call(access, { path: '/' })
    return replyOf(access, textIn(json, 'title') ?? 'OK')
  },
  collect(access, _search, cursor) {
    return eachPage([''], cursor, async (_term, page, since) => {
      const { json } = await call(access, {
        path: '/objects/',
        query: {
          'match[type]': 'indicator',
          limit,
          next: page ?? undefined,
          added_after: since === null ? undefined : new Date(Date.parse(since) - overlapMs).toISOString(),
        },
      })
      const next = valueAt(json, 'more') === true ? (textIn(json, 'next') ?? null) : null
      return { ...readRecords(access, indicatorsIn(json), Indicator, observe), next }
    })
  },
}

function observe(indicator: z.output<typeof Indicator>): SourceObservation | null {
  const { id, name, description, modified, valid_until: until, revoked, confidence } = indicator
  const isOver = until !== undefined && Date.parse(until) < Date.now()
  const [url, ...links] = indicator.pattern_type === 'stix' ? addressesIn(indicator.pattern) : []
  if (url === undefined || revoked === true || isOver) return null
  return {
    source: 'URL',
    kind: 'address',
    id,
    at: timeIn(modified),
    url,
    fields: {
      link: url,
      host: new URL(url).hostname,
      urlSource: 'TAXII',
      ...(confidence === undefined ? {} : { confidence }),
    },
    names: name === undefined ? [] : [name],
    handle: null,
    text: description ?? '',
    links,
    phones: [],
    account: null,
    pictureUrl: null,
  }
}

function addressesIn(pattern: string): string[] {
  const named = (readStixPattern(pattern) ?? []).filter(
    ({ path, operator, isNegated }) =>
      (path === 'url:value' || path === 'domain-name:value') && ['=', 'IN'].includes(operator) && !isNegated,
  )
  return named.flatMap(({ values }) => values.map(addressOf)).filter((each) => URL.canParse(each))
}
